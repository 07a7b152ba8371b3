// What lies below an open chat: the line to write into, or the button that starts a bot.

import { el, preview } from "./draw.js";

const TALLEST = 120;

export class Foot {
  // `phone`: who writes, and do(name, args), launch(chat).
  constructor(phone) {
    this.phone = phone;
    this.replying = null;
    this.kind = null;
    this.node = el("div", { class: "foot" });
  }

  draw(chat) {
    const waits = chat.kind === "private" && (!chat.open || chat.pending_start !== null && chat.pending_start !== undefined);
    const menu = this.phone.table.menus[chat.id];
    const kind = chat.blocked ? "blocked" : waits ? `start ${chat.pending_start}` : `talk ${menu ?? ""} ${this.replying?.id ?? ""}`;
    if (this.kind === kind && this.node.childElementCount) return;
    const text = this.node.querySelector("textarea")?.value ?? "";
    this.kind = kind;
    if (chat.blocked || waits) {
      this.node.replaceChildren(el("button", { type: "button", class: "main-button", onclick: () => this.phone.do("start", { bot_id: chat.id }) },
        chat.blocked ? "Unblock and restart" : "Start"));
      return;
    }
    this.compose(chat, menu, text);
  }

  reply(message, chat) {
    this.replying = message;
    this.draw(chat);
  }

  compose(chat, menu, text) {
    const commands = Object.values(chat.commands).flat();
    const suggest = el("div", { class: "suggest", role: "listbox", "aria-label": "Commands", hidden: true });
    const box = el("textarea", {
      rows: "1", placeholder: "Message", "aria-label": `Message as ${this.phone.person.name}`, dir: "auto", enterkeyhint: "send",
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
      box.style.height = `${Math.min(box.scrollHeight, TALLEST)}px`;
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
      await this.phone.do("say", args);
      this.draw(this.phone.chat ?? chat);
    };
    this.node.replaceChildren(...[
      suggest,
      this.replying && el("div", { class: "answering" }, el("span", { dir: "auto" }, `Reply to ${this.replying.from}: ${preview(this.replying).slice(0, 40)}`),
        el("button", { type: "button", class: "plain", "aria-label": "No reply", onclick: () => this.reply(null, chat) }, "✕")),
      el("div", { class: "write" },
        chat.kind === "private" && menu && el("button", { type: "button", class: "app-key", onclick: () => this.phone.launch(chat) }, menu),
        commands.length > 0 && el("button", { type: "button", class: "plain", "aria-label": "Commands",
          onclick: () => { box.value = box.value === "/" ? "" : "/"; fit(); box.focus(); } }, "/"),
        box,
        el("button", { type: "button", class: "send", "aria-label": "Send", onclick: send }, "➤")),
    ].filter(Boolean));
    if (this.replying) box.focus();
  }
}
