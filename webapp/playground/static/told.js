// What a phone is told on top of everything else: toasts, pop-ups, banners of other chats.

import { avatar, el, summary } from "./draw.js";

const TOAST_MS = 4000;

export class Told {
  constructor() {
    this.node = el("div", { class: "over", "aria-live": "polite" });
  }

  toast(text) {
    this.pass(el("div", { class: "toast", dir: "auto" }, text));
  }

  alert(text) {
    const back = document.activeElement;
    const done = el("button", { type: "button", class: "key", "data-style": "primary",
      onclick: () => { veil.remove(); back?.focus?.({ preventScroll: true }); } }, "OK");
    const veil = el("div", { class: "veil", onkeydown: (event) => event.key === "Escape" && done.click() },
      el("div", { class: "card", role: "alertdialog", "aria-modal": "true", "aria-label": "Answer" },
        el("p", { dir: "auto" }, text), done));
    this.node.append(veil);
    done.focus({ preventScroll: true });
  }

  // A message that rang in a chat that is not open.
  banner(chat, message, me, open) {
    this.node.querySelector(".banner")?.remove();
    const banner = el("button", { type: "button", class: "banner", onclick: () => { banner.remove(); open(); } },
      avatar(chat.title, chat.id), el("span", { class: "about" }, el("b", { dir: "auto" }, chat.title),
        el("span", { class: "last", dir: "auto" }, summary(message, chat, me))));
    this.pass(banner);
  }

  pass(node) {
    this.node.append(node);
    setTimeout(() => node.remove(), TOAST_MS);
  }
}
