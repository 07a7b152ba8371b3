// A Mini App inside a phone: the frame, its buttons, and the messages Telegram's apps exchange
// with the page around them ({eventType, eventData} as JSON text).

import { el } from "./draw.js";
import { currentTheme } from "./line.js";

export class AppFrame {
  // `hooks`: closed(), follow(url), themes() -> {light, dark}.
  constructor(url, title, hooks) {
    this.hooks = hooks;
    this.origin = new URL(url).origin;
    this.confirm = false;
    this.there = false;
    this.back = el("button", { type: "button", class: "plain", hidden: true, onclick: () => this.send("back_button_pressed") }, "‹ Back");
    this.main = el("button", { type: "button", class: "main-button", hidden: true, onclick: () => this.send("main_button_pressed") });
    this.second = el("button", { type: "button", class: "main-button second", hidden: true, onclick: () => this.send("secondary_button_pressed") });
    this.iframe = el("iframe", { src: url, title, allow: "clipboard-write" });
    this.waiting = el("p", { class: "empty" }, "Opening…");
    this.node = el("div", { class: "app", role: "dialog", "aria-label": title },
      el("div", { class: "app-bar" }, this.back, el("b", { dir: "auto" }, title),
        el("button", { type: "button", class: "plain", "aria-label": "Close the app", onclick: () => this.askClose() }, "✕")),
      el("div", { class: "app-body" }, this.iframe, this.waiting), el("div", { class: "app-keys" }, this.second, this.main));
    this.listener = (event) => this.hear(event);
    addEventListener("message", this.listener);
    this.sized = new ResizeObserver(() => this.viewport(true));
    this.sized.observe(this.iframe);
    this.iframe.addEventListener("load", () => { this.there = this.waiting.hidden = true; });
  }

  // Until it has loaded or spoken, the frame is not yet of the app's origin and hears nothing.
  send(eventType, eventData = {}) {
    if (!this.there) return;
    this.iframe.contentWindow?.postMessage(JSON.stringify({ eventType, eventData }), this.origin);
  }

  viewport(stable) {
    const { width, height } = this.iframe.getBoundingClientRect();
    this.send("viewport_changed", { width, height, is_expanded: true, is_state_stable: stable });
  }

  theme() {
    this.send("theme_changed", { theme_params: this.hooks.themes()[currentTheme()] });
  }

  askClose() {
    if (!this.confirm) return this.close();
    this.popup({ message: "Close the app? Changes may be lost.", buttons: [
      { id: "close", type: "destructive", text: "Close" }, { id: "", type: "cancel" }] },
    (id) => id === "close" && this.close());
  }

  close() {
    removeEventListener("message", this.listener);
    this.sized.disconnect();
    this.node.remove();
    this.hooks.closed();
  }

  hear(event) {
    if (event.source !== this.iframe.contentWindow || event.origin !== this.origin) return;
    this.there = true;
    let message;
    try {
      message = typeof event.data === "string" ? JSON.parse(event.data) : event.data;
    } catch {
      return;
    }
    const handler = message && HANDLERS[message.eventType];
    if (!handler) return;
    let data = message.eventData ?? {};
    if (typeof data === "string") data = data ? JSON.parse(data) : {};
    handler(this, data);
  }

  button(node, data, fallback) {
    if (data.text !== undefined) node.textContent = data.text;
    if (data.is_visible !== undefined) node.hidden = !data.is_visible || !(node.textContent || fallback);
    if (data.is_active !== undefined) node.disabled = !data.is_active;
    node.setAttribute("aria-busy", String(Boolean(data.is_progress_visible)));
    if (data.color) node.style.background = data.color;
    if (data.text_color) node.style.color = data.text_color;
  }

  popup(data, done) {
    const names = { ok: "OK", close: "Close", cancel: "Cancel" };
    const finish = (id) => {
      veil.remove();
      done(id);
    };
    const buttons = (data.buttons?.length ? data.buttons : [{ id: "", type: "close" }]).map((b) =>
      el("button", { type: "button", class: "key", "data-style": b.type === "destructive" ? "danger" : null, onclick: () => finish(b.id ?? "") },
        b.text || names[b.type] || "OK"));
    const veil = el("div", { class: "veil" }, el("div", { class: "card", role: "alertdialog", "aria-modal": "true" },
      data.title && el("b", {}, data.title), el("p", { dir: "auto" }, data.message), el("div", { class: "keys" }, buttons)));
    this.node.append(veil);
    buttons[0].focus();
  }
}

const unsupported = (name, extra = {}) => (app, data) => app.send(name, { ...extra, ...(data.req_id ? { req_id: data.req_id } : {}) });
const noInset = { top: 0, bottom: 0, left: 0, right: 0 };

const HANDLERS = {
  iframe_ready: (app) => app.theme(),
  web_app_ready: (app) => (app.waiting.hidden = true),
  web_app_expand: (app) => app.viewport(true),
  web_app_close: (app) => app.close(),
  web_app_request_theme: (app) => app.theme(),
  web_app_request_viewport: (app) => app.viewport(true),
  web_app_request_safe_area: (app) => app.send("safe_area_changed", noInset),
  web_app_request_content_safe_area: (app) => app.send("content_safe_area_changed", noInset),
  web_app_setup_main_button: (app, data) => app.button(app.main, data),
  web_app_setup_secondary_button: (app, data) => app.button(app.second, data),
  web_app_setup_back_button: (app, data) => (app.back.hidden = !data.is_visible),
  web_app_setup_closing_behavior: (app, data) => (app.confirm = Boolean(data.need_confirmation)),
  web_app_open_link: (app, data) => /^https?:/.test(data.url) && open(data.url, "_blank", "noopener"),
  web_app_open_tg_link: (app, data) => app.hooks.follow(`https://t.me${data.path_full}`),
  web_app_open_popup: (app, data) => app.popup(data, (id) => app.send("popup_closed", id ? { button_id: id } : {})),
  web_app_request_fullscreen: unsupported("fullscreen_failed", { error: "UNSUPPORTED" }),
  web_app_check_home_screen: unsupported("home_screen_checked", { status: "unsupported" }),
  web_app_invoke_custom_method: unsupported("custom_method_invoked", { error: "UNSUPPORTED" }),
  web_app_read_text_from_clipboard: unsupported("clipboard_text_received"),
  web_app_request_write_access: unsupported("write_access_requested", { status: "allowed" }),
};
