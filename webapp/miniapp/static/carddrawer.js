// One card: where it may be, what was said of it, and what one notes of it.

import { html } from "./vendor/htm-preact.js";
import { Drawer } from "./drawer.js";
import { ALL, toldOf } from "./filter.js";
import { Note, SIGNS, said } from "./marking.js";
import { ROW } from "./notes.js";
import { nameOf, t } from "./words.js";

export function CardDrawer({ table, card, notes, offline, filter, closed }) {
  const turns = toldOf(table, { ...ALL, card: card.id }).reverse();
  return html`
    <${Drawer} title=${`${card.icon} ${card.title}`} closed=${closed}>
      <ul class="where-list">
        ${table.sheet.places.map((place) => html`
          <li key=${place}><span class="sign" aria-hidden="true">${sign(table, card, place)}</span>
            <span>${nameOf(table, place)}</span><small>${said(table, notes, card.id, place)}</small></li>`)}
      </ul>
      ${notes && html`
        <${Note} key=${card.id} note=${notes.read(card.id, ROW, "note")} offline=${offline}
          write=${(text) => notes.write(card.id, ROW, "note", text)} />`}
      <h3>${t("card.told")}</h3>
      ${turns.length === 0 && html`<p class="hint">${t("card.never")}</p>`}
      <ol class="log">
        ${turns.map(({ turn, lines }) => html`
          <li key=${turn}><span class="chip">${turn}</span>
            <div>${lines.map((line, n) => html`<p key=${n}>${line}</p>`)}</div></li>`)}
      </ol>
      <button type="button" class="more" onClick=${() => filter({ ...ALL, card: card.id })}>${t("filter.this")}</button>
    <//>`;
}

function sign(table, card, place) {
  const known = table.sheet.marks[card.id]?.[place];
  return known ? SIGNS[known] : "·";
}
