// Makes elements. Text only ever enters the page as text nodes.

import { fileUrl } from "./line.js";

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "hue") node.style.setProperty("--hue", value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function hue(id) {
  return ((Number(id) % 9973) * 47) % 360;
}

export function avatar(name, id) {
  const first = [...name][0] || "?";
  return el("span", { class: "avatar", hue: hue(id), "aria-hidden": "true" }, first);
}

const TAGS = {
  bold: "strong", italic: "em", underline: "u", strikethrough: "s", code: "code", pre: "pre",
  blockquote: "blockquote", expandable_blockquote: "blockquote",
};

// Text with Telegram's entities (offsets count UTF-16 units, as JavaScript does).
export function richText(text, entities, follow) {
  const build = (from, to, inside) => {
    const nodes = [];
    let at = from;
    while (inside.length) {
      const outer = inside[0];
      const end = Math.min(outer.offset + outer.length, to);
      const nested = inside.slice(1).filter((e) => e.offset < end);
      inside = inside.slice(1 + nested.length);
      if (outer.offset < at) continue;
      if (outer.offset > at) nodes.push(text.slice(at, outer.offset));
      nodes.push(wrap(outer, text.slice(outer.offset, end), build(outer.offset, end, nested), follow));
      at = end;
    }
    if (at < to) nodes.push(text.slice(at, to));
    return nodes;
  };
  return build(0, text.length, [...entities]);
}

// A moment by the reader's own clock; a relative one counts down by itself.
function moment(entity) {
  const at = entity.unix_time * 1000;
  const time = el("time", { datetime: new Date(at).toISOString() }, []);
  if (entity.date_time_format === "r") time.dataset.relative = "";
  tell(time);
  return time;
}

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function tell(time) {
  const at = new Date(time.dateTime);
  if (!("relative" in time.dataset)) {
    time.textContent = at.toLocaleString(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" });
    return;
  }
  const left = (at - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(left) >= size) || ["second", 1];
  time.textContent = new Intl.RelativeTimeFormat(undefined).format(Math.round(left / size), unit);
}

setInterval(() => document.querySelectorAll("time[data-relative]").forEach(tell), 1000);

function wrap(entity, raw, children, follow) {
  if (TAGS[entity.type]) return el(TAGS[entity.type], {}, children);
  if (entity.type === "spoiler") {
    const cover = el("span", {
      class: "spoiler", role: "button", tabindex: "0", "aria-label": "Hidden text",
      onclick: (event) => reveal(event.currentTarget),
      onkeydown: (event) => (event.key === "Enter" || event.key === " ") && reveal(event.currentTarget),
    }, children);
    return cover;
  }
  if (entity.type === "text_link" || entity.type === "url") {
    const href = entity.url || raw;
    if (!/^(https?|tg|mailto|tel):/.test(href)) return el("span", {}, children);
    return el("a", {
      href, rel: "noopener noreferrer", target: "_blank",
      onclick: (event) => follow(href, event),
    }, children);
  }
  if (entity.type === "date_time" && entity.date_time_format) return moment(entity);
  if (entity.type === "bot_command") {
    return el("button", { type: "button", class: "command", onclick: () => follow(raw) }, children);
  }
  return el("span", { class: "mention" }, children);
}

function reveal(cover) {
  cover.classList.add("open");
  cover.removeAttribute("aria-label");
  cover.removeAttribute("role");
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
export const hour = (seconds) => clock.format(new Date(seconds * 1000));

export function preview(message) {
  return message.text || (message.photo ? "Photo" : message.document ? "File" : "");
}

// A line about a message for lists and banners; in a group it says who.
export function summary(message, chat, me) {
  const named = chat.kind !== "private" && !message.service && message.author !== me;
  return named ? `${message.from}: ${preview(message)}` : preview(message);
}

// One message as a phone shows it. `hooks`: follow, press, reply.
export function messageNode(message, chat, me, hooks) {
  if (message.service) {
    return el("li", { class: "service", "data-id": message.id }, el("span", { dir: "auto" }, message.text));
  }
  const own = message.author === me;
  const group = chat.kind !== "private";
  const target = message.reply_to && chat.messages.find((m) => m.id === message.reply_to);
  const bubble = el("div", { class: "bubble", "data-protected": message.protected },
    group && !own && el("b", { class: "who", hue: hue(message.author), dir: "auto" }, message.from,
      message.bot && el("span", { class: "tag" }, "bot")),
    target && el("div", { class: "quote", dir: "auto" }, el("b", {}, target.from), " ", preview(target).slice(0, 80)),
    message.photo && el("img", {
      src: fileUrl(message.photo), alt: message.text || "Picture", loading: "lazy",
      width: message.photo.width, height: message.photo.height,
    }),
    message.document && el("a", { class: "file", href: fileUrl(message.document), download: message.document.file_name },
      message.document.file_name),
    message.text && el("div", { class: "text", dir: "auto" }, richText(message.text, message.entities, hooks.follow)),
    el("span", { class: "meta" },
      message.protected && el("span", { title: "Cannot be forwarded or saved" }, "locked "),
      message.edited && "edited ", hour(message.date)),
  );
  const answer = hooks.reply && el("button", {
    type: "button", class: "reply", "aria-label": `Reply to ${message.from}`, onclick: () => hooks.reply(message),
  }, "↩");
  return el("li", { class: own ? "message own" : "message", "data-id": message.id },
    group && !own && avatar(message.from, message.author),
    el("div", { class: "column" },
      el("div", { class: "row" }, bubble, answer),
      message.keyboard.length > 0 && keyboard(message, hooks)));
}

function keyboard(message, hooks) {
  return el("div", { class: "keyboard", role: "group", "aria-label": "Buttons" },
    message.keyboard.map((row, r) => el("div", { class: "keys" },
      row.map((button, c) => el("button", {
        type: "button", class: "key", "data-style": button.style, dir: "auto",
        onclick: (event) => hooks.press(message, r, c, button, event.currentTarget),
      }, button.text, (button.url || button.web_app) && el("span", { class: "out", "aria-hidden": "true" },
        button.web_app || /startapp/.test(button.url) ? "▣" : "↗"))))));
}
