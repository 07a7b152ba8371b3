// One phone: a chat list, an open chat with its composer, toasts, and a Mini App on top.

import { avatar, el, messageNode, preview, summary } from "./draw.js";
import { AppFrame } from "./frame.js";
import { Impossible, act } from "./line.js";

const WORDS = {
  no_such_button: "That button is gone.", not_a_member: "You are not in this group.",
  no_mini_app: "This bot has no app.", start_param_invalid: "That link is broken.",
  muted: "You cannot write here.", migrated: "The group has moved.",
};
const TOAST_MS = 4000;

export class Phone {
  constructor(person, table) {
    this.person = person;
    this.table = table;
    this.openKey = null;
    this.replying = null;
    this.drawn = new Map();
    this.screen = el("div", { class: "screen" });
    this.over = el("div", { class: "over", "aria-live": "polite" });
    this.node = el("section", { class: "phone", id: `phone-${person.id}`, "aria-label": `${person.name}’s phone` },
      el("h2", {}, avatar(person.name, person.id), el("span", { dir: "auto" }, person.name)),
      el("div", { class: "glass" }, this.screen, this.over));
  }

  get me() {
    return this.person.id;
  }

  // -- which chats -----------------------------------------------------------------------

  chats() {
    const mine = [...this.table.chats.values()].filter((chat) => this.sees(chat));
    const bots = this.table.bots
      .filter((bot) => !mine.some((chat) => chat.kind === "private" && chat.id === bot.id))
      .map((bot) => ({
        key: `${bot.id}:${this.me}`, id: bot.id, kind: "private", title: bot.name, person: this.me,
        messages: [], members: [], unread: {}, open: false, commands: {}, topics: {}, revision: 0,
      }));
    const last = (chat) => chat.messages.at(-1)?.date ?? 0;
    return [...mine, ...bots].sort((a, b) => last(b) - last(a));
  }

  sees(chat) {
    if (chat.kind === "private") return chat.person === this.me;
    return !chat.migrated_to && chat.members.some((member) => member.id === this.me);
  }

  get chat() {
    return this.chats().find((chat) => chat.key === this.openKey) ?? null;
  }

  unread(chat) {
    return chat.unread[this.me] ?? 0;
  }

  // -- drawing ---------------------------------------------------------------------------------

  open(key) {
    this.openKey = key;
    this.replying = null;
    this.screen.replaceChildren();
    this.draw();
    this.log?.focus({ preventScroll: true });
  }

  draw() {
    const chat = this.chat;
    if (chat) this.drawChat(chat);
    else this.drawList();
  }

  drawList() {
    this.openKey = null;
    const groups = [...this.table.chats.values()].filter(
      (chat) => chat.kind !== "private" && chat.kind !== "channel" && !chat.migrated_to && !this.sees(chat));
    this.screen.replaceChildren(
      el("div", { class: "head" }, el("b", {}, "Chats")),
      el("ul", { class: "list" },
        this.chats().map((chat) => el("li", {}, el("button", { type: "button", onclick: () => this.open(chat.key) },
          avatar(chat.title, chat.id),
          el("span", { class: "about" }, el("b", { dir: "auto" }, chat.title),
            el("span", { class: "last", dir: "auto" }, chat.messages.length ? summary(chat.messages.at(-1), chat, this.me) : "Not started yet")),
          this.badge(this.unread(chat))))),
        groups.map((chat) => el("li", {}, el("button", { type: "button", onclick: () => this.do("join", { where: chat.id }) },
          avatar(chat.title, chat.id),
          el("span", { class: "about" }, el("b", { dir: "auto" }, chat.title), el("span", { class: "last" }, "You left · tap to join again")))))));
  }

  badge(count) {
    return count > 0 && el("span", { class: "badge", "aria-label": `${count} unread` }, String(count));
  }

  drawChat(chat) {
    if (this.screen.dataset.key !== chat.key || !this.log?.isConnected) this.frame(chat);
    this.drawHead(chat);
    const last = this.drawMessages(chat);
    this.drawFoot(chat);
    // Only now has the log its final height.
    if (last) this.log.scrollTop = this.log.scrollHeight;
    if (this.unread(chat) && this.node.isConnected && !document.hidden && this.node.offsetParent) {
      this.do("read", { where: chat.id });
    }
  }

  frame(chat) {
    this.screen.dataset.key = chat.key;
    this.drawn.clear();
    this.head = el("div", { class: "head" });
    this.pin = el("button", { type: "button", class: "pin", hidden: true });
    this.log = el("ol", { class: "log", role: "log", "aria-label": chat.title, tabindex: "0" });
    this.foot = el("div", { class: "foot" });
    this.footKind = null;
    this.screen.replaceChildren(this.head, this.pin, this.log, this.foot);
  }

  drawHead(chat) {
    const elsewhere = this.chats().filter((other) => other !== chat).reduce((sum, other) => sum + this.unread(other), 0);
    const state = JSON.stringify([chat.title, chat.members.length, elsewhere, chat.blocked, chat.pinned, chat.open]);
    if (this.headState === state && this.head.childElementCount) return;
    this.headState = state;
    const people = chat.members.length;
    this.head.replaceChildren(
      el("button", { type: "button", class: "plain backward", "aria-label": elsewhere ? `All chats, ${elsewhere} unread` : "All chats",
        onclick: () => { this.openKey = null; this.draw(); } }, "‹", this.badge(elsewhere)),
      avatar(chat.title, chat.id),
      el("span", { class: "about" }, el("b", { dir: "auto" }, chat.title),
        el("span", { class: "last" }, chat.kind === "private" ? "bot" : `${people} members`)),
      this.menu(chat));
    this.pin.hidden = !chat.pinned;
    if (chat.pinned) {
      this.pin.replaceChildren(el("b", {}, "Pinned"), el("span", { dir: "auto" }, preview(chat.pinned).split("\n")[0]));
      this.pin.onclick = () => this.show(chat.pinned.id);
    }
  }

  menu(chat) {
    const items = chat.kind === "private"
      ? [chat.blocked ? ["Unblock", "unblock", { bot_id: chat.id }] : ["Block bot", "block", { bot_id: chat.id }]]
      : [["Leave group", "leave", { where: chat.id }]];
    const list = el("div", { class: "menu", hidden: true }, items.map(([label, name, args]) =>
      el("button", { type: "button", onclick: () => { list.hidden = true; this.do(name, args); } }, label)));
    const toggle = el("button", { type: "button", class: "plain", "aria-label": "More", "aria-expanded": "false",
      onclick: () => { list.hidden = !list.hidden; toggle.setAttribute("aria-expanded", String(!list.hidden)); } }, "⋯");
    return el("span", { class: "more" }, toggle, list);
  }

  drawMessages(chat) {
    const log = this.log;
    const low = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
    const seen = new Set();
    const hooks = {
      follow: (url, event) => this.follow(chat, url, event),
      press: (...pressed) => this.press(chat, ...pressed),
      reply: (message) => { this.replying = message; this.footKind = null; this.drawFoot(chat); },
    };
    let added = false;
    let before = null;
    for (const message of chat.messages) {
      seen.add(message.id);
      const state = JSON.stringify(message);
      const old = this.drawn.get(message.id);
      let node = old?.node;
      if (old?.state !== state) {
        const focused = node?.contains(document.activeElement) ? [...node.querySelectorAll("button")].indexOf(document.activeElement) : -1;
        const fresh = messageNode(message, chat, this.me, hooks);
        if (node) node.replaceWith(fresh);
        else added = true;
        node = fresh;
        this.drawn.set(message.id, { state, node });
        if (focused >= 0) node.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
      }
      const place = before ? before.nextSibling : log.firstChild;
      if (place !== node) log.insertBefore(node, place);
      before = node;
    }
    for (const [id, { node }] of this.drawn) {
      if (seen.has(id)) continue;
      node.remove();
      this.drawn.delete(id);
    }
    const first = log.dataset.ready !== "yes";
    if (log.clientHeight) log.dataset.ready = "yes";
    return low || first || (added && chat.messages.at(-1)?.author === this.me);
  }

  show(id) {
    const node = this.drawn.get(id)?.node;
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
  }

  drawFoot(chat) {
    const waits = chat.kind === "private" && (!chat.open || chat.pending_start !== null && chat.pending_start !== undefined);
    const menu = this.table.menus[chat.id];
    const kind = chat.blocked ? "blocked" : waits ? `start ${chat.pending_start}` : `talk ${menu ?? ""} ${this.replying?.id ?? ""}`;
    if (this.footKind === kind && this.foot.childElementCount) return;
    const text = this.foot.querySelector("textarea")?.value ?? "";
    this.footKind = kind;
    if (chat.blocked || waits) {
      const start = el("button", { type: "button", class: "main-button", onclick: () => this.do("start", { bot_id: chat.id }) },
        chat.blocked ? "Unblock and restart" : "Start");
      this.foot.replaceChildren(start);
      return;
    }
    this.composer(chat, menu, text);
  }

  composer(chat, menu, text) {
    const commands = Object.values(chat.commands).flat();
    const suggest = el("div", { class: "suggest", role: "listbox", "aria-label": "Commands", hidden: true });
    const box = el("textarea", {
      rows: "1", placeholder: "Message", "aria-label": `Message as ${this.person.name}`, dir: "auto", enterkeyhint: "send",
      oninput: () => fit(),
      onkeydown: (event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); send(); }
        if (event.key === "Escape") suggest.hidden = true;
        if (event.key === "ArrowUp" && !suggest.hidden) { event.preventDefault(); suggest.lastElementChild?.focus(); }
      },
    });
    box.value = text;
    const fit = () => {
      box.style.height = "auto";
      box.style.height = `${Math.min(box.scrollHeight, 120)}px`;
      const typed = /^\/(\w*)$/.exec(box.value);
      const found = typed ? commands.filter((c) => c.command.startsWith(typed[1])) : [];
      suggest.hidden = !found.length;
      suggest.replaceChildren(...found.map((c) => el("button", {
        type: "button", role: "option", onclick: () => { box.value = `/${c.command}`; send(); },
      }, el("b", {}, `/${c.command}`), " ", el("span", {}, c.description))));
    };
    const send = async () => {
      const value = box.value.trim();
      if (!value) return;
      const args = { where: chat.id, text: value };
      if (this.replying) args.reply_to = this.replying.id;
      this.replying = null;
      box.value = "";
      fit();
      await this.do("say", args);
      this.drawFoot(this.chat ?? chat);
    };
    this.foot.replaceChildren(...[
      suggest,
      this.replying && el("div", { class: "answering" }, el("span", { dir: "auto" }, `Reply to ${this.replying.from}: ${preview(this.replying).slice(0, 40)}`),
        el("button", { type: "button", class: "plain", "aria-label": "No reply", onclick: () => { this.replying = null; this.drawFoot(chat); } }, "✕")),
      el("div", { class: "write" },
        chat.kind === "private" && menu && el("button", { type: "button", class: "app-key", onclick: () => this.launch(chat) }, menu),
        commands.length > 0 && el("button", { type: "button", class: "plain", "aria-label": "Commands",
          onclick: () => { box.value = box.value === "/" ? "" : "/"; fit(); box.focus(); } }, "/"),
        box,
        el("button", { type: "button", class: "send", "aria-label": "Send", onclick: send }, "➤")),
    ].filter(Boolean));
    if (this.replying) box.focus();
  }

  // -- doing ---------------------------------------------------------------------------------

  async do(name, args) {
    try {
      return await act(name, { person: this.me, ...args });
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      this.toast(WORDS[error.message] ?? "That is not possible now.");
      return null;
    }
  }

  async press(chat, message, row, column, button, node) {
    node.setAttribute("aria-busy", "true");
    setTimeout(() => node.removeAttribute("aria-busy"), 1500);
    await this.arrive(await this.do("tap", { where: chat.id, message_id: message.id, button: [row, column] }), button.text);
  }

  async follow(chat, url, event) {
    if (url.startsWith("/")) {
      await this.do("say", { where: chat.id, text: url });
      return;
    }
    if (!/^(https?:\/\/)?t(elegram)?\.me\//.test(url)) return;
    event?.preventDefault();
    await this.arrive(await this.do("follow", { where: chat.id, url }), "");
  }

  async launch(chat) {
    await this.arrive(await this.do("launch", { bot_id: chat.id }), "");
  }

  async arrive(tapped, label) {
    if (!tapped) return;
    if (tapped.kind === "start") this.open(`${tapped.bot}:${this.me}`);
    if (tapped.kind === "link") open(tapped.value, "_blank", "noopener");
    if (tapped.kind === "copy") {
      await navigator.clipboard?.writeText(tapped.value).catch(() => {});
      this.toast("Copied.");
    }
    if (tapped.kind === "mini_app") this.openApp(tapped, label);
  }

  openApp(tapped, label) {
    this.app?.close();
    const bot = this.table.bots.find((each) => each.id === tapped.bot);
    this.app = new AppFrame(tapped.value, label || bot.name, {
      closed: () => { this.app = null; },
      follow: async (url) => {
        this.app?.close();
        await this.arrive(await this.do("follow", { where: tapped.bot, url }), "");
      },
      themes: () => this.table.themes,
    });
    this.node.querySelector(".glass").append(this.app.node);
  }

  // -- being told -----------------------------------------------------------------------------

  toast(text) {
    const node = el("div", { class: "toast", dir: "auto" }, text);
    this.over.append(node);
    setTimeout(() => node.remove(), TOAST_MS);
  }

  told(toast) {
    if (toast.url) this.follow({ id: Number(toast.chat.split(":")[0]) }, toast.url);
    if (!toast.text) return;
    if (!toast.alert) return this.toast(toast.text);
    const back = document.activeElement;
    const done = el("button", { type: "button", class: "key", "data-style": "primary",
      onclick: () => { veil.remove(); back?.focus?.({ preventScroll: true }); } }, "OK");
    const veil = el("div", { class: "veil", onkeydown: (event) => event.key === "Escape" && done.click() },
      el("div", { class: "card", role: "alertdialog", "aria-modal": "true", "aria-label": "Answer" },
        el("p", { dir: "auto" }, toast.text), done));
    this.over.append(veil);
    done.focus({ preventScroll: true });
  }

  // A message that rang in a chat that is not open.
  ring(chat, message) {
    if (chat.key === this.openKey || message.silent || message.author === this.me) return;
    this.over.querySelector(".banner")?.remove();
    const banner = el("button", { type: "button", class: "banner", onclick: () => { banner.remove(); this.open(chat.key); } },
      avatar(chat.title, chat.id), el("span", { class: "about" }, el("b", { dir: "auto" }, chat.title),
        el("span", { class: "last", dir: "auto" }, summary(message, chat, this.me))));
    this.over.append(banner);
    setTimeout(() => banner.remove(), TOAST_MS);
  }
}
