// One phone: a chat list, an open chat, what it is told, and a Mini App on top.

import { avatar, el, preview, summary } from "./draw.js";
import { Foot } from "./foot.js";
import { AppFrame } from "./frame.js";
import { Impossible, act } from "./line.js";
import { Log } from "./log.js";
import { Told } from "./told.js";

const WORDS = {
  no_such_button: "That button is gone.", not_a_member: "You are not in this group.",
  no_mini_app: "This bot has no app.", start_param_invalid: "That link is broken.",
  muted: "You cannot write here.", migrated: "The group has moved.",
};

export class Phone {
  constructor(person, table) {
    this.person = person;
    this.table = table;
    this.openKey = null;
    this.log = null;
    this.told = new Told();
    this.screen = el("div", { class: "screen" });
    this.node = el("section", { class: "phone", id: `phone-${person.id}`, "aria-label": `${person.name}’s phone` },
      el("h2", {}, avatar(person.name, person.id), el("span", { dir: "auto" }, person.name)),
      el("div", { class: "glass" }, this.screen, this.told.node));
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
    this.screen.replaceChildren();
    this.draw();
    this.log?.list.focus({ preventScroll: true });
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
    if (this.screen.dataset.key !== chat.key || !this.log?.node.isConnected) this.frame(chat);
    this.drawHead(chat);
    this.foot.draw(chat);
    this.log.draw(chat); // last, when it has its final height
    this.read();
  }

  // What lies below the fold stays unread.
  read() {
    const chat = this.chat;
    if (!chat || !this.unread(chat) || !this.log.atEnd) return;
    if (this.node.isConnected && !document.hidden && this.node.offsetParent) this.do("read", { where: chat.id });
  }

  frame(chat) {
    this.screen.dataset.key = chat.key;
    this.head = el("div", { class: "head" });
    this.pin = el("button", { type: "button", class: "pin", hidden: true });
    this.foot = new Foot(this);
    this.log = new Log(chat, this.me, {
      follow: (url, event) => this.follow(this.chat, url, event),
      press: (...pressed) => this.press(this.chat, ...pressed),
      reply: (message) => this.foot.reply(message, this.chat),
      ended: () => this.read(),
    });
    this.screen.replaceChildren(this.head, this.pin, this.log.node, this.foot.node);
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
      this.pin.onclick = () => this.log.show(chat.pinned.id);
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

  // -- doing ---------------------------------------------------------------------------------

  async do(name, args) {
    try {
      return await act(name, { person: this.me, ...args });
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      this.told.toast(WORDS[error.message] ?? "That is not possible now.");
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
      this.told.toast("Copied.");
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

  hear(toast) {
    if (toast.url) this.follow({ id: Number(toast.chat.split(":")[0]) }, toast.url);
    if (!toast.text) return;
    if (toast.alert) this.told.alert(toast.text);
    else this.told.toast(toast.text);
  }

  // The list of chats shows by itself what is new.
  ring(chat, message) {
    if (this.openKey === null || chat.key === this.openKey || message.silent || message.author === this.me) return;
    this.told.banner(chat, message, this.me, () => this.open(chat.key));
  }
}
