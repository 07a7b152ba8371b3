// Telegram around the page. Nothing here is waited for: the launch data stands in the address,
// and a client that never answers, or no client at all, changes no more than the looks.

const fragment = new URLSearchParams(location.hash.slice(1));

export const launchData = fragment.get("tgWebAppData") ?? "";

let official = null; // window.Telegram.WebApp, once Telegram's own script is there
const backs = []; // what the back button does, the last one first
const buttons = { main: null, secondary: null }; // {text, enabled, act}

const can = (version) => Boolean(official?.isVersionAtLeast?.(version));

// -- the protocol by itself, for where Telegram's script cannot be had ---------------------------

function post(name, data) {
  if (official) return;
  if (window.parent !== window) {
    window.parent.postMessage(JSON.stringify({ eventType: name, eventData: data ?? null }), "*");
  }
}

window.addEventListener("message", (event) => {
  if (official || event.source !== window.parent || typeof event.data !== "string") return;
  let message;
  try {
    message = JSON.parse(event.data);
  } catch {
    return;
  }
  const data = message?.eventData ?? {};
  switch (message?.eventType) {
    case "theme_changed": return paint(data.theme_params);
    case "back_button_pressed": return backs.at(-1)?.();
    case "main_button_pressed": return buttons.main?.act();
    case "secondary_button_pressed": return buttons.secondary?.act();
    case "viewport_changed": return data.is_state_stable !== false && tall(data.height);
    case "safe_area_changed": return inset("safe-area", data);
    case "content_safe_area_changed": return inset("content-safe-area", data);
    default: return undefined;
  }
});

// -- colours and room ----------------------------------------------------------------------------

const style = document.documentElement.style;

function paint(params) {
  for (const [name, colour] of Object.entries(params ?? {})) {
    if (/^[a-z_]+$/.test(name) && /^#[0-9a-fA-F]{6}$/.test(colour)) {
      style.setProperty(`--tg-theme-${name.replaceAll("_", "-")}`, colour);
    }
  }
  if (/^#[0-9a-fA-F]{6}$/.test(params?.bg_color)) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(params.bg_color.slice(at, at + 2), 16));
    document.documentElement.dataset.scheme = r * 0.3 + g * 0.59 + b * 0.11 < 128 ? "dark" : "light";
  }
}

function tall(height) {
  if (height > 200) style.setProperty("--tg-viewport-stable-height", `${Math.round(height)}px`);
}

function inset(kind, sides) {
  for (const side of ["top", "bottom", "left", "right"]) {
    if (sides?.[side] >= 0) style.setProperty(`--tg-${kind}-inset-${side}`, `${sides[side]}px`);
  }
}

function themeOfLaunch() {
  try {
    return JSON.parse(fragment.get("tgWebAppThemeParams") ?? "{}");
  } catch {
    return {};
  }
}

// -- Telegram's script ---------------------------------------------------------------------------

function loadScript(address) {
  const script = document.createElement("script");
  script.src = address;
  script.async = true;
  script.onload = () => {
    official = window.Telegram?.WebApp ?? null;
    if (!official) return;
    official.ready();
    official.expand();
    official.onEvent("themeChanged", () => paint(official.themeParams));
    paint(official.themeParams);
    if (can("6.1")) {
      official.BackButton.onClick(() => backs.at(-1)?.());
      if (backs.length) official.BackButton.show();
    }
    official.MainButton?.onClick(() => buttons.main?.act());
    if (can("7.10")) official.SecondaryButton?.onClick(() => buttons.secondary?.act());
    if (can("7.7")) official.disableVerticalSwipes?.(); // the sheet scrolls, the page stays open
    offer("main", buttons.main);
    offer("secondary", buttons.secondary);
  };
  document.head.append(script);
}

export function start() {
  paint(themeOfLaunch());
  for (const name of ["ready", "expand", "request_theme", "request_viewport", "request_safe_area",
    "request_content_safe_area"]) post(`web_app_${name}`);
  const address = document.querySelector("meta[name=telegram-script]")?.content;
  if (address) loadScript(address);
}

// -- buttons -------------------------------------------------------------------------------------

/** Shows Telegram's back button until what comes back is called; the last handler is the one. */
export function onBack(handler) {
  backs.push(handler);
  showBack();
  return () => {
    backs.splice(backs.indexOf(handler), 1);
    showBack();
  };
}

function showBack() {
  const visible = backs.length > 0;
  if (!official) post("web_app_setup_back_button", { is_visible: visible });
  else if (can("6.1")) official.BackButton[visible ? "show" : "hide"]();
}

/** What the large button below the page does, and the one beside it: {text, enabled, act} or null. */
export function offer(which, button) {
  buttons[which] = button;
  const shown = { text: button?.text ?? "", is_active: Boolean(button?.enabled), is_visible: Boolean(button) };
  if (!official) {
    post(`web_app_setup_${which}_button`, shown);
    return;
  }
  const native = which === "main" ? official.MainButton : can("7.10") && official.SecondaryButton;
  if (!native?.setParams) return;
  native.setParams(button ? shown : { is_visible: false }); // a button without a text is refused
}

/** Asks to be written to in private, where the client can; the bot sees it by itself then. */
export function askToWrite() {
  if (!official) post("web_app_request_write_access");
  else if (can("6.9")) official.requestWriteAccess?.();
}

/** A light tap under the thumb, where the client has it. */
export function haptic() {
  if (!official) post("web_app_trigger_haptic_feedback", { type: "impact", impact_style: "light" });
  else if (can("6.1")) official.HapticFeedback.impactOccurred("light");
}
