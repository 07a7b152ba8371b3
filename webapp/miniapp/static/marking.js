// One cell: why it is known, and the marks one can make. A mark that cannot be right is told so,
// with its reason, and stays.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { Denied, Offline, call } from "./api.js";
import { haptic, onBack } from "./telegram.js";
import { t } from "./words.js";

const MARKS = ["yes", "no", "maybe", "star", "clear"];
const AGAIN = 1_500;

export const SIGNS = { yes: "✓", no: "✕", maybe: "?", star: "★", clear: "⌫" };

/** Whether a mark says the contrary of what is known. */
export const misfits = (mark, known) =>
  (mark === "yes" && known === "no") || (mark === "no" && known === "yes");

// The browser gives the focus back to the cell when a modal dialog is closed by its own means.
export function Marking({ table, card, place, name, notes, closed }) {
  const dialog = useRef(null);
  const known = table.sheet.marks[card.id]?.[place];
  const mark = notes.mark(card.id, place);
  const misfit = misfits(mark, known);
  const reason = useReason(table, card, place, known, misfit ? mark : "");
  const close = () => dialog.current.close();
  useLayoutEffect(() => {
    dialog.current.showModal();
    onBack(close);
    return () => onBack(null);
  }, []);
  return html`
    <dialog ref=${dialog} aria-labelledby="marking" aria-describedby="reason" onClose=${closed}
      onClick=${(event) => event.target === dialog.current && close()}>
      <div class="drawer">
        <h2 id="marking">${card.icon} ${card.title} · ${name}</h2>
        <div id="reason" class="reason" aria-live="polite">
          ${known && html`<p><span class="hint">${t(`known.${known}`)}</span> ${reason}</p>`}
          ${misfit && html`
            <p class="warning"><span aria-hidden="true">⚠</span><span>${t("misfit.stays")}</span></p>`}
        </div>
        <div class="choices">
          ${MARKS.map((each) => html`
            <button type="button" key=${each} aria-pressed=${each === mark ? "true" : "false"}
              disabled=${each === "clear" && !mark} onClick=${() => {
                haptic();
                notes.write(card.id, place, each);
                if (!misfits(each, known)) close();
              }}>
              <span aria-hidden="true" class=${`mark ${each}`}>${SIGNS[each]}</span>${t(`mark.${each}`)}
            </button>`)}
        </div>
        <button type="button" class="plain shut" aria-label=${t("close")} onClick=${close}>✕</button>
      </div>
    </dialog>`;
}

/** Why the cell is known, in the server's words; empty until they are here. */
function useReason(table, card, place, known, mark) {
  const [reason, setReason] = useState("");
  useEffect(() => {
    if (!known) return undefined;
    let gone = false;
    const path = `tables/${table.id}/notebook/${table.match}/${card.id}/${place}/why?mark=${mark}`;
    const ask = async () => {
      try {
        const { text } = await call("GET", path);
        if (!gone) setReason(text ?? "");
      } catch (error) {
        if (error instanceof Offline) {
          if (!gone) setTimeout(ask, AGAIN);
          return;
        }
        // Refused: another match has begun, and the whole sheet is drawn anew.
        if (!(error instanceof Denied)) throw error;
      }
    };
    ask();
    return () => {
      gone = true;
    };
  }, [table.id, table.match, card.id, place, known, mark]);
  return reason;
}
