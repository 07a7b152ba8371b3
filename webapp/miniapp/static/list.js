// The sheet as a list: a card, and below it a button for each place, as large as a thumb.

import { html } from "./vendor/htm-preact.js";
import { SIGNS, groupsOf, misfits, said } from "./marking.js";
import { ROW } from "./notes.js";
import { toggled } from "./pick.js";
import { nameOf, t } from "./words.js";

export function List({ table, seen, notes, picking, open }) {
  return html`
    <div class="listed">
      ${seen.categories.map((category) => html`
        <section key=${category.name} class="card" aria-label=${category.name}>
          <h2>${category.name}</h2>
          <ul>
            ${category.cards.map((card) => html`
              <li key=${card.id}>
                <${Name} table=${table} card=${card} notes=${notes} picking=${picking} open=${() => open.card(card)} />
                <div class="spots">
                  ${seen.places.map((place) => html`
                    <${Spot} key=${place} table=${table} notes=${notes} card=${card} place=${place}
                      open=${() => open.cell(card, place)} />`)}
                </div>
              </li>`)}
          </ul>
        </section>`)}
    </div>`;
}

function Name({ table, card, notes, picking, open }) {
  const noted = notes?.read(card.id, ROW, "note");
  const cards = picking && toggled(picking.pick, picking.cards, card.id);
  return html`
    <button type="button" class="name" onClick=${cards ? () => picking.choose(cards) : open}
      aria-pressed=${cards ? String(picking.cards.includes(card.id)) : null}
      aria-haspopup=${cards ? null : "dialog"}>
      <span class="icon" aria-hidden="true">${card.icon}</span>
      <span class="title">${card.title}</span>
      ${table.hand.includes(card.id) && html`<small class="chip">${t("yours")}</small>`}
      ${noted && html`<small><span aria-hidden="true">✎</span> ${noted}</small>`}
    </button>`;
}

function Spot({ table, notes, card, place, open }) {
  const known = table.sheet.marks[card.id]?.[place];
  const [mark, number, note] = ["mark", "number", "note"].map((layer) => notes?.read(card.id, place, layer));
  const chance = table.sheet.odds[card.id]?.[place];
  const groups = groupsOf(table, card.id, place);
  const words = said(table, notes, card.id, place);
  const inside = html`
    <span class="of">${nameOf(table, place)}</span>
    <span class="signs" aria-hidden="true">
      ${mark && html`<span class=${`mark ${mark}`}>${SIGNS[mark]}</span>`}
      ${known && html`<span class=${`known ${known} ${misfits(mark, known) ? "misfit" : ""}`}>${SIGNS[known]}</span>`}
      ${!known && (chance ? html`<span class="chance">${chance} %</span>` : !mark && "·")}
      ${groups.map((group) => html`<span key=${group.number} class="oneof">${group.number}</span>`)}
      ${number && html`<span class="number">${number}</span>`}
      ${note && "✎"}
    </span>`;
  const label = `${nameOf(table, place)}: ${words}`;
  if (!notes) return html`<div class="spot" role="img" aria-label=${label}>${inside}</div>`;
  return html`
    <button type="button" class="spot" aria-label=${label} aria-haspopup="dialog" onClick=${open}>${inside}</button>`;
}
