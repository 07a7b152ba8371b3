// The deduction sheet: cards down, places across. What is known for sure is filled, one's own
// marks are outlined and lie over it; each kind of mark has a shape of its own, not a colour only.

import { html, useRef, useState } from "./vendor/htm-preact.js";
import { Marking, SIGNS, misfits } from "./marking.js";
import { toggled } from "./pick.js";
import { nameOf, t } from "./words.js";

/** `picking`: {pick, cards, choose} while cards are to be chosen: then rows can be tapped too. */
export function Sheet({ table, notes, picking }) {
  const [at, setAt] = useState([0, 0]); // the one cell that Tab reaches
  const [marking, setMarking] = useState(null);
  const grid = useRef(null);
  const { categories, places, marks } = table.sheet;
  const cards = categories.flatMap((category) => category.cards);
  const mine = table.me !== null;

  const move = (event) => {
    const step = stepOf(event, getComputedStyle(grid.current).direction === "rtl");
    if (!step) return;
    event.preventDefault();
    const row = clamp(step.row ?? at[0] + (step.down ?? 0), cards.length);
    const column = clamp(step.column ?? at[1] + (step.right ?? 0), places.length);
    setAt([row, column]);
    grid.current.querySelector(`[data-at="${row}.${column}"]`).focus();
  };

  let row = -1;
  return html`
    <div class="scroll">
      <table role="grid" ref=${grid} class="sheet" data-places=${places.length} onKeyDown=${move}
        aria-label=${t("sheet")} aria-readonly=${mine ? null : "true"}>
        <thead>
          <tr><td></td>${places.map((place) => html`<${Place} key=${place} table=${table} place=${place} />`)}</tr>
        </thead>
        ${categories.map((category) => html`
          <tbody key=${category.name}>
            <tr class="category"><th scope="rowgroup" colspan=${places.length + 1}>${category.name}</th></tr>
            ${category.cards.map((card) => {
              row += 1;
              const here = row;
              return html`
                <tr key=${card.id} class=${table.hand.includes(card.id) ? "own" : ""}>
                  <${Row} card=${card} picking=${picking} />
                  ${places.map((place, column) => html`
                    <${Cell} key=${place} here=${[here, column]} at=${at} card=${card} place=${place}
                      name=${nameOf(table, place)} known=${marks[card.id]?.[place]}
                      mark=${notes?.mark(card.id, place)}
                      pick=${() => {
                        setAt([here, column]);
                        if (mine) setMarking({ card, place });
                      }} />`)}
                </tr>`;
            })}
          </tbody>`)}
      </table>
    </div>
    <p class="hint legend">${mine && t("legend")}</p>
    ${marking && html`
      <${Marking} table=${table} card=${marking.card} place=${marking.place}
        name=${nameOf(table, marking.place)} notes=${notes} closed=${() => setMarking(null)} />`}`;
}

// Whoever uses the keyboard picks where the question stands: the sheet stays one tab stop.
function Row({ card, picking }) {
  const name = html`<span class="icon" aria-hidden="true">${card.icon}</span>
    <span class="title">${card.title}</span>`;
  const cards = picking && toggled(picking.pick, picking.cards, card.id);
  if (!cards) return html`<th scope="row">${name}</th>`;
  return html`
    <th scope="row" class="pickable">
      <button type="button" tabindex="-1" onClick=${() => picking.choose(cards)}
        aria-pressed=${picking.cards.includes(card.id) ? "true" : "false"}>${name}</button>
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

function Cell({ here, at, card, place, name, known, mark, pick }) {
  const misfit = misfits(mark, known);
  const said = [known ? t(`known.${known}`) : t("open"),
    mark && `${t("own_mark")}: ${t(`mark.${mark}`)}`, misfit && t("misfit")];
  return html`
    <td class=${`cell ${place === "case" ? "case" : ""} ${known ?? ""}`} data-at=${here.join(".")}
      tabindex=${at[0] === here[0] && at[1] === here[1] ? "0" : "-1"}
      aria-label=${`${card.title}, ${name}: ${said.filter(Boolean).join(", ")}`} onClick=${pick}>
      ${known && html`<span class=${`known ${known} ${mark ? "under" : ""} ${misfit ? "misfit" : ""}`}>${SIGNS[known]}</span>`}
      ${mark && html`<span class=${`mark ${mark}`}>${SIGNS[mark]}</span>`}
    </td>`;
}

function stepOf(event, rightToLeft) {
  const on = rightToLeft ? -1 : 1;
  switch (event.key) {
    case "ArrowRight": return { right: on };
    case "ArrowLeft": return { right: -on };
    case "ArrowDown": return { down: 1 };
    case "ArrowUp": return { down: -1 };
    case "PageDown": return { down: 5 };
    case "PageUp": return { down: -5 };
    case "Home": return event.ctrlKey ? { row: 0, column: 0 } : { column: 0 };
    case "End": return event.ctrlKey ? { row: Infinity, column: Infinity } : { column: Infinity };
    case "Enter":
    case " ":
      event.preventDefault();
      event.target.click();
      return null;
    default: return null;
  }
}

const clamp = (n, length) => Math.max(0, Math.min(n, length - 1));
