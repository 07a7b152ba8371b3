// Cards chosen together: two to ask for, or one of each kind. What one knows of a card stands by it.

import { html } from "./vendor/htm-preact.js";
import { nameOf } from "./sheet.js";
import { t } from "./words.js";

/** `cards`: those chosen, by group where one of each is chosen. */
export function Pick({ table, pick, cards, busy, choose, sure, tap }) {
  const known = Object.fromEntries(
    table.sheet.categories.flatMap((category) =>
      category.cards.map((card) => [card.id, { ...card, category: category.name }])),
  );
  const chosen = cards.filter(Boolean);
  const whole = chosen.length === pick.count;
  const toggle = (id, group) => {
    if (pick.each) {
      choose(pick.groups.map((_, n) => (n === group ? id : cards[n] ?? null)));
    } else if (chosen.includes(id)) {
      choose(chosen.filter((card) => card !== id));
    } else {
      choose([...chosen, id].slice(-pick.count));
    }
  };
  return html`
    ${pick.groups.map((group, n) => html`
      <fieldset key=${n} class="group">
        <legend>${known[group[0]].category}</legend>
        <div class="cards">
          ${group.map((id) => html`
            <button type="button" key=${id} disabled=${busy} aria-pressed=${chosen.includes(id) ? "true" : "false"}
              onClick=${() => toggle(id, n)}>
              <span class="icon" aria-hidden="true">${known[id].icon}</span>
              <span class="title">${known[id].title} ${holder(table, id)}</span>
              <span class="tick" aria-hidden="true">${chosen.includes(id) ? "✓" : ""}</span>
            </button>`)}
        </div>
      </fieldset>`)}
    <div class="onwards">
      <button type="button" disabled=${busy} onClick=${() => tap(pick.back)}>${t("back")}</button>
      <button type="button" class="go" disabled=${busy || !whole}
        onClick=${() => sure({ ...pick.move, [pick.key]: chosen })}>${t("go_on")}</button>
    </div>`;
}

/** Where the card is known to be. */
function holder(table, id) {
  const place = table.sheet.places.find((each) => table.sheet.marks[id]?.[each] === "yes");
  return place !== undefined && html`<small>${nameOf(table, place)}</small>`;
}
