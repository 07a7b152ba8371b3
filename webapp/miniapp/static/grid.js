// The sheet as a grid: one tab stop, arrows, Home and End, Page Up and Page Down within it; the
// names of the cards belong to the way, so that whoever uses the keyboard can open them too.

import { html, useRef, useState } from "./vendor/htm-preact.js";
import { SIGNS, groupsOf, misfits, said } from "./marking.js";
import { ROW } from "./notes.js";
import { toggled } from "./pick.js";
import { nameOf, t } from "./words.js";

const NAME = -1; // the column of the cards' names
const PAGE = 5;

export function Grid({ table, seen, notes, picking, open }) {
  const [wanted, setAt] = useState([0, 0]);
  const grid = useRef(null);
  const { categories, places } = seen;
  const rows = categories.flatMap((category) => category.cards);
  // A filter may have taken away where one was.
  const at = [clamp(wanted[0], 0, rows.length - 1), clamp(wanted[1], NAME, places.length - 1)];

  const move = (event) => {
    const step = stepOf(event, getComputedStyle(grid.current).direction === "rtl");
    if (!step) return;
    event.preventDefault();
    const row = clamp(step.row ?? at[0] + (step.down ?? 0), 0, rows.length - 1);
    const column = clamp(step.column ?? at[1] + (step.right ?? 0), NAME, places.length - 1);
    setAt([row, column]);
    grid.current.querySelector(`[data-at="${row}.${column}"]`).focus();
  };

  let row = -1;
  return html`
    <div class="scroll">
      <table role="grid" ref=${grid} class="sheet" data-places=${places.length} onKeyDown=${move}
        aria-label=${t("sheet")} aria-readonly=${notes ? null : "true"}>
        <thead>
          <tr><td></td>${places.map((place) => html`<${Place} key=${place} table=${table} place=${place} />`)}</tr>
        </thead>
        ${categories.map((category) => html`
          <tbody key=${category.name}>
            <tr class="category"><th scope="rowgroup" colspan=${places.length + 1}>${category.name}</th></tr>
            ${category.cards.map((card) => {
              row += 1;
              const here = row;
              const stop = (column) => (at[0] === here && at[1] === column ? "0" : "-1");
              const taken = (column, act) => () => {
                setAt([here, column]);
                act();
              };
              return html`
                <tr key=${card.id} class=${table.hand.includes(card.id) ? "own" : ""}>
                  <${Name} table=${table} card=${card} notes=${notes} picking=${picking} at=${`${here}.${NAME}`}
                    stop=${stop(NAME)} open=${taken(NAME, () => open.card(card))} />
                  ${places.map((place, column) => html`
                    <${Cell} key=${place} table=${table} notes=${notes} card=${card} place=${place}
                      at=${`${here}.${column}`} stop=${stop(column)} open=${taken(column, () => open.cell(card, place))} />`)}
                </tr>`;
            })}
          </tbody>`)}
      </table>
    </div>`;
}

function Name({ table, card, notes, picking, at, stop, open }) {
  const noted = notes?.read(card.id, ROW, "note");
  const cards = picking && toggled(picking.pick, picking.cards, card.id);
  return html`
    <th scope="row" class=${cards ? "pickable" : ""}>
      <button type="button" tabindex=${stop} data-at=${at} onClick=${cards ? () => picking.choose(cards) : open}
        aria-pressed=${cards ? String(picking.cards.includes(card.id)) : null}
        aria-haspopup=${cards ? null : "dialog"}>
        <span class="icon" aria-hidden="true">${card.icon}</span>
        <span class="title">${card.title}</span>
        ${table.hand.includes(card.id) && html`<span class="unseen">, ${t("yours")}</span>`}
        ${noted && html`<span class="noted" aria-hidden="true">✎</span><span class="unseen">, ${t("own_note")}: ${noted}</span>`}
      </button>
    </th>`;
}

function Place({ table, place }) {
  const seat = table.seats[place];
  const classes = ["place", place === "case" ? "case" : "", seat ? "" : "pile", seat?.out ? "gone" : "",
    seat && table.active === Number(place) ? "active" : "",
    Number(place) === table.me ? "me" : ""].join(" ");
  return html`
    <th scope="col" class=${classes} title=${nameOf(table, place)}>
      <span class="name">${nameOf(table, place)}</span>
      ${seat && html`<small>${seat.size}${seat.kind === "ai" ? ` · ${t("ai")}` : ""}</small>`}
    </th>`;
}

function Cell({ table, notes, card, place, at, stop, open }) {
  const known = table.sheet.marks[card.id]?.[place];
  const [mark, number, note] = ["mark", "number", "note"].map((layer) => notes?.read(card.id, place, layer));
  const misfit = misfits(mark, known);
  const chance = table.sheet.odds[card.id]?.[place];
  const groups = groupsOf(table, card.id, place);
  return html`
    <td class=${`cell ${place === "case" ? "case" : ""} ${known ?? ""}`} data-at=${at} tabindex=${stop}
      aria-label=${`${card.title}, ${nameOf(table, place)}: ${said(table, notes, card.id, place)}`} onClick=${open}>
      ${known && html`<span class=${`known ${known} ${mark ? "under" : ""} ${misfit ? "misfit" : ""}`}>${SIGNS[known]}</span>`}
      ${mark && html`<span class=${`mark ${mark}`}>${SIGNS[mark]}</span>`}
      ${chance && !mark && html`<span class="chance">${chance}</span>`}
      ${groups.length > 0 && html`<span class="oneof">${groups.map((group) => group.number).join(" ")}</span>`}
      ${number && html`<span class="number">${number}</span>`}
      ${note && html`<span class="noted">✎</span>`}
    </td>`;
}

function stepOf(event, rightToLeft) {
  const on = rightToLeft ? -1 : 1;
  switch (event.key) {
    case "ArrowRight": return { right: on };
    case "ArrowLeft": return { right: -on };
    case "ArrowDown": return { down: 1 };
    case "ArrowUp": return { down: -1 };
    case "PageDown": return { down: PAGE };
    case "PageUp": return { down: -PAGE };
    case "Home": return event.ctrlKey ? { row: 0, column: NAME } : { column: NAME };
    case "End": return event.ctrlKey ? { row: Infinity, column: Infinity } : { column: Infinity };
    case "Enter":
    case " ":
      event.preventDefault();
      event.target.click();
      return null;
    default: return null;
  }
}

const clamp = (n, least, most) => Math.max(least, Math.min(n, most));
