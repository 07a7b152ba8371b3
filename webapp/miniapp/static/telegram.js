// Telegram around the page. Nothing here is waited for: the launch data stands in the address,
// and a client that never answers, or no client at all, changes no more than the looks.

const fragment = new URLSearchParams(location.hash.slice(1));

export const launchData = fragment.get("tgWebAppData") ?? "";

const heard = new Map(); // event name -> handler
let official = null; // window.Telegram.WebApp, once Telegram's own script is there

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
  if (message?.eventType === "theme_changed") paint(message.eventData?.theme_params);
  if (message?.eventType === "back_button_pressed") heard.get("back")?.();
});

// -- colours -------------------------------------------------------------------------------------

function paint(params) {
  const root = document.documentElement;
  for (const [name, colour] of Object.entries(params ?? {})) {
    if (/^[a-z_]+$/.test(name) && /^#[0-9a-fA-F]{6}$/.test(colour)) {
      root.style.setProperty(`--tg-theme-${name.replaceAll("_", "-")}`, colour);
    }
  }
  if (/^#[0-9a-fA-F]{6}$/.test(params?.bg_color)) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(params.bg_color.slice(at, at + 2), 16));
    root.dataset.scheme = r * 0.3 + g * 0.59 + b * 0.11 < 128 ? "dark" : "light";
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
    if (official.isVersionAtLeast("6.1")) {
      official.BackButton.onClick(() => heard.get("back")?.());
      if (heard.has("back")) official.BackButton.show();
    }
  };
  document.head.append(script);
}

export function start() {
  paint(themeOfLaunch());
  post("web_app_ready");
  post("web_app_expand");
  post("web_app_request_theme");
  const address = document.querySelector("meta[name=telegram-script]")?.content;
  if (address) loadScript(address);
}

/** Shows Telegram's back button while `handler` is given, hides it for null. */
export function onBack(handler) {
  if (handler) heard.set("back", handler);
  else heard.delete("back");
  if (official?.isVersionAtLeast("6.1")) {
    if (handler) official.BackButton.show();
    else official.BackButton.hide();
  } else {
    post("web_app_setup_back_button", { is_visible: Boolean(handler) });
  }
}

/** A light tap under the thumb, where the client has it. */
export function haptic() {
  if (official?.isVersionAtLeast("6.1")) official.HapticFeedback.impactOccurred("light");
  else post("web_app_trigger_haptic_feedback", { type: "impact", impact_style: "light" });
}
