// An open chat's messages. It stays at its end unless the person has scrolled up; then it stays
// where it is, and a chip leads down to what is new.

import { el, messageNode } from "./draw.js";

const NEAR = 40; // so close to the end counts as there

export class Log {
  // `hooks`: follow, press, reply (see messageNode), and ended(): the end has come into sight.
  constructor(chat, me, hooks) {
    this.me = me;
    this.hooks = hooks;
    this.drawn = new Map();
    this.atEnd = true;
    this.top = 0;
    this.height = 0;
    this.list = el("ol", { class: "log", role: "log", "aria-label": chat.title, tabindex: "0", onscroll: () => this.scrolled() });
    this.chip = el("button", { type: "button", class: "newer", hidden: true, onclick: () => this.toEnd() }, "New messages ↓");
    this.node = el("div", { class: "scroll" }, this.list, this.chip);
    new ResizeObserver(() => this.settle()).observe(this.list);
  }

  // Scrolling that comes from a new size, or from leaving the page, is not the person's.
  scrolled() {
    if (this.list.clientHeight !== this.height) return;
    this.top = this.list.scrollTop;
    const ended = this.list.scrollHeight - this.top - this.height < NEAR;
    if (ended && !this.atEnd) this.reached();
    this.atEnd = ended;
  }

  settle() {
    if (!this.list.clientHeight) return;
    this.height = this.list.clientHeight;
    this.list.scrollTop = this.atEnd ? this.list.scrollHeight : this.top;
    this.top = this.list.scrollTop;
  }

  toEnd() {
    this.reached();
    this.settle();
  }

  reached() {
    this.atEnd = true;
    this.chip.hidden = true;
    this.hooks.ended();
  }

  draw(chat) {
    const seen = new Set();
    let added = false;
    let before = null;
    for (const message of chat.messages) {
      seen.add(message.id);
      if (!this.drawn.has(message.id)) added = true;
      const node = this.message(message, chat);
      const place = before ? before.nextSibling : this.list.firstChild;
      if (place !== node) this.list.insertBefore(node, place);
      before = node;
    }
    for (const [id, { node }] of this.drawn) {
      if (seen.has(id)) continue;
      node.remove();
      this.drawn.delete(id);
    }
    if (added && chat.messages.at(-1)?.author === this.me) this.reached();
    if (added && !this.atEnd) this.chip.hidden = false;
    this.settle();
  }

  message(message, chat) {
    const state = JSON.stringify(message);
    const old = this.drawn.get(message.id);
    if (old?.state === state) return old.node;
    const focused = old?.node.contains(document.activeElement)
      ? [...old.node.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    const node = messageNode(message, chat, this.me, this.hooks);
    old?.node.replaceWith(node);
    this.drawn.set(message.id, { state, node });
    if (focused >= 0) node.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
    return node;
  }

  show(id) {
    const node = this.drawn.get(id)?.node;
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
  }
}
