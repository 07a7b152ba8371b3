// Telegram's own large button below the page: it does what the page's foremost button does.

import { useEffect } from "./vendor/htm-preact.js";
import { offer } from "./telegram.js";

/** `button`: {text, enabled, act}, or nothing. */
export function MainButton({ button }) {
  useEffect(() => {
    offer("main", button || null);
  });
  useEffect(() => () => offer("main", null), []);
  return null;
}
