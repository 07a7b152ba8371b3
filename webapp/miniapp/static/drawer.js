// A sheet that rises from below: modal, closed by its button, Escape, Telegram's back button or a
// tap beside it. The browser gives the focus back to what opened it.

import { html, useEffect, useLayoutEffect, useRef } from "./vendor/htm-preact.js";
import { onBack } from "./telegram.js";
import { t } from "./words.js";

/** `closed`: called once it is shut; `give`: handed a function that shuts it. */
export function Drawer({ title, describedby, closed, give, children }) {
  const dialog = useRef(null);
  const close = () => dialog.current?.close();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current.showModal();
    return () => opener?.isConnected && opener.focus();
  }, []);
  useEffect(() => onBack(close), []);
  give?.(close);
  return html`
    <dialog ref=${dialog} aria-labelledby="drawer" aria-describedby=${describedby} onClose=${closed}
      onClick=${(event) => event.target === dialog.current && close()}>
      <div class="drawer">
        <h2 id="drawer">${title}</h2>
        ${children}
        <button type="button" class="plain shut" aria-label=${t("close")} onClick=${close}>✕</button>
      </div>
    </dialog>`;
}
