// The table: which phones lie on it, what the world looks like, who is told what.

import { el } from "./draw.js";
import { currentTheme, listen } from "./line.js";
import { Phone } from "./phone.js";

const table = { chats: new Map(), bots: [], people: [], menus: {}, themes: {} };
const phones = new Map();
const narrow = matchMedia("(max-width: 699px)");
const stage = document.getElementById("phones");
const chips = document.getElementById("people");
let shown = null;
let current = null;

function remember(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch {
    // A browser without storage forgets; nothing depends on it.
  }
  return null;
}

function setUp() {
  if (shown === null) {
    const kept = remember("shown")?.split(",").map(Number).filter((id) => table.people.some((p) => p.id === id));
    const first = table.people.slice(0, Number(document.body.dataset.shown)).map((p) => p.id);
    shown = new Set(kept?.length ? kept : first);
    current = [...shown][0];
  }
  for (const person of table.people) {
    if (phones.has(person.id)) continue;
    const phone = new Phone(person, table);
    const group = [...table.chats.values()].find((chat) => chat.kind !== "private" && phone.sees(chat));
    phone.openKey = group?.key ?? null;
    phones.set(person.id, phone);
  }
  layOut();
}

function visible(id) {
  return narrow.matches ? id === current : shown.has(id);
}

function layOut() {
  const wanted = table.people.filter((p) => visible(p.id)).map((p) => phones.get(p.id).node);
  const there = [...stage.children];
  if (wanted.length !== there.length || wanted.some((node, i) => node !== there[i])) stage.replaceChildren(...wanted);
  chips.setAttribute("aria-label", narrow.matches ? "Whose phone" : "Phones on the table");
  chips.replaceChildren(...table.people.map((person) => {
    const phone = phones.get(person.id);
    const unread = phone.chats().reduce((sum, chat) => sum + phone.unread(chat), 0);
    return el("button", {
      type: "button", class: "chip", "aria-pressed": String(visible(person.id)), disabled: person.gone, dir: "auto",
      onclick: () => choose(person.id),
    }, person.name, !visible(person.id) && phone.badge(unread));
  }));
  for (const [id, phone] of phones) if (visible(id)) phone.draw();
}

function choose(id) {
  if (narrow.matches) current = id;
  else if (!shown.has(id)) shown.add(id);
  else if (shown.size > 1) shown.delete(id);
  remember("shown", [...shown].join(","));
  layOut();
}

function hear(news) {
  if (news.fresh) table.chats.clear();
  const rings = [];
  for (const chat of news.chats) {
    const before = table.chats.get(chat.key);
    const last = before?.messages.at(-1)?.id ?? 0;
    if (!news.fresh) for (const message of chat.messages) if (message.id > last && !message.service) rings.push([chat, message]);
    table.chats.set(chat.key, chat);
  }
  Object.assign(table, { bots: news.bots, people: news.people, menus: news.menus, themes: news.themes });
  setUp();
  for (const [chat, message] of rings) {
    for (const [id, phone] of phones) if (visible(id) && phone.sees(chat)) phone.ring(chat, message);
  }
  for (const toast of news.toasts) phones.get(toast.person)?.hear(toast);
}

const theme = document.getElementById("theme");
function paint(chosen) {
  document.documentElement.dataset.theme = chosen;
  theme.textContent = chosen === "dark" ? "☀" : "☾";
  for (const phone of phones.values()) phone.app?.theme();
}
paint(remember("theme") ?? currentTheme());
theme.addEventListener("click", () => {
  const next = currentTheme() === "dark" ? "light" : "dark";
  remember("theme", next);
  paint(next);
});
narrow.addEventListener("change", () => phones.size && layOut());
document.addEventListener("visibilitychange", () => !document.hidden && phones.size && layOut());

const line = document.getElementById("line");
listen(hear, (lost) => { line.hidden = !lost; });
