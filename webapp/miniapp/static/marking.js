// One cell: why it is known, and what one can note there. A mark that cannot be right is told so,
// with its reason, and stays.

import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { Denied, Offline, call } from "./api.js";
import { Drawer } from "./drawer.js";
import { haptic } from "./telegram.js";
import { nameOf, t } from "./words.js";

const MARKS = ["yes", "no", "maybe", "star", "clear"];
const NUMBERS = [1, 2, 3, 4, 5, 6];
const QUICK = ["likely", "unlikely", "bluff", "asked", "avoids", "shown"];
const LONGEST = 120;
const AGAIN = 1_500;

export const SIGNS = { yes: "✓", no: "✕", maybe: "?", star: "★", clear: "⌫" };

/** Whether a mark says the contrary of what is known. */
export const misfits = (mark, known) =>
  (mark === "yes" && known === "no") || (mark === "no" && known === "yes");

/** The open groups that this card is one of at this place. */
export const groupsOf = (table, card, place) =>
  table.sheet.groups.filter((group) => group.place === place && group.cards.includes(card));

/** What the sheet says of a cell, in words; what one has noted there, after it. */
export function said(table, notes, card, place) {
  const known = table.sheet.marks[card]?.[place];
  const chance = table.sheet.odds[card]?.[place];
  const [mark, number, note] = ["mark", "number", "note"].map((layer) => notes?.read(card, place, layer));
  return [
    known ? t(`known.${known}`) : t("open"),
    chance && `${chance} %`,
    ...groupsOf(table, card, place).map(({ number: n }) => t("group", { number: n })),
    mark && `${t("own_mark")}: ${t(`mark.${mark}`)}`,
    number && `${t("own_number")}: ${number}`,
    note && `${t("own_note")}: ${note}`,
    misfits(mark, known) && t("misfit"),
  ].filter(Boolean).join(", ");
}

export function Marking({ table, card, place, notes, offline, closed }) {
  const known = table.sheet.marks[card.id]?.[place];
  const mark = notes.read(card.id, place, "mark");
  const number = notes.read(card.id, place, "number");
  const misfit = misfits(mark, known);
  const reason = useReason(table, card, place, known, misfit ? mark : "");
  const chance = table.sheet.odds[card.id]?.[place];
  const titles = Object.fromEntries(
    table.sheet.categories.flatMap((category) => category.cards).map((each) => [each.id, each.title]),
  );
  const close = useRef(null);
  const write = (layer, value) => {
    haptic();
    notes.write(card.id, place, layer, value);
  };
  return html`
    <${Drawer} title=${`${card.icon} ${card.title} · ${nameOf(table, place)}`} describedby="reason"
      closed=${closed} give=${(shut) => { close.current = shut; }}>
      <div id="reason" class="reason" aria-live="polite">
        ${known && html`<p><span class="hint">${t(`known.${known}`)}</span> ${reason}</p>`}
        ${!known && chance && html`<p>${t("chance", { percent: chance })}</p>`}
        ${groupsOf(table, card.id, place).map((group) => html`
          <p key=${group.number}><span class="oneof" aria-hidden="true">${group.number}</span> ${t("group.cards", {
            cards: group.cards.map((id) => titles[id]).join(" · ") })}</p>`)}
        ${misfit && html`
          <p class="warning"><span aria-hidden="true">⚠</span><span>${t("misfit.stays")}</span></p>`}
        ${offline && html`<p class="warning"><span aria-hidden="true">⚠</span><span>${t("offline.read")}</span></p>`}
      </div>
      <div class="choices">
        ${MARKS.map((each) => html`
          <button type="button" key=${each} aria-pressed=${each === mark ? "true" : "false"}
            disabled=${offline || (each === "clear" && !mark)} onClick=${() => {
              write("mark", each === "clear" || each === mark ? null : each);
              if (each === mark || !misfits(each, known)) close.current();
            }}>
            <span aria-hidden="true" class=${`mark ${each}`}>${SIGNS[each]}</span>${t(`mark.${each}`)}
          </button>`)}
      </div>
      <div class="numbers" role="group" aria-label=${t("own_number")}>
        ${NUMBERS.map((each) => html`
          <button type="button" key=${each} aria-pressed=${each === number ? "true" : "false"} disabled=${offline}
            onClick=${() => write("number", each === number ? null : each)}>${each}</button>`)}
      </div>
      <${Note} key=${`${card.id}|${place}`} note=${notes.read(card.id, place, "note")} offline=${offline}
        write=${(text) => write("note", text)} />
    <//>`;
}

/** A note: ready words to tap, and a line for one's own for whoever wants it. */
export function Note({ note, offline, write }) {
  const [open, setOpen] = useState(Boolean(note));
  const [text, setText] = useState(note ?? "");
  const keep = (value) => {
    setText(value);
    write(value.trim() || null);
  };
  if (!open) {
    return html`<button type="button" class="more" disabled=${offline} onClick=${() => setOpen(true)}>
      <span aria-hidden="true">✎</span> ${t("note.add")}</button>`;
  }
  return html`
    <div class="note">
      <div class="quick" role="group" aria-label=${t("own_note")}>
        ${QUICK.map((each) => t(`note.${each}`)).map((word) => html`
          <button type="button" key=${word} disabled=${offline} aria-pressed=${text.includes(word) ? "true" : "false"}
            onClick=${() => keep(toggled(text, word))}>${word}</button>`)}
      </div>
      <input type="text" aria-label=${t("own_note")} placeholder=${t("own_note")} maxlength=${LONGEST} value=${text}
        disabled=${offline} autocomplete="off" enterkeyhint="done" onInput=${(event) => setText(event.target.value)}
        onChange=${(event) => keep(event.target.value)} />
    </div>`;
}

function toggled(text, word) {
  const words = text.split(", ").filter(Boolean);
  const next = words.includes(word) ? words.filter((each) => each !== word) : [...words, word];
  return next.join(", ").slice(0, LONGEST);
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
