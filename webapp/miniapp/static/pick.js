// Cards chosen together: two to ask for, or one of each kind. What one knows of a card stands by it.

import { html } from "./vendor/htm-preact.js";
import { MainButton } from "./mainbutton.js";
import { nameOf, t } from "./words.js";

/** The chosen cards once this one is tapped too; null where it cannot be chosen. */
export function toggled(pick, cards, id) {
  const group = pick.groups.findIndex((each) => each.includes(id));
  if (group < 0) return null;
  if (pick.each) return pick.groups.map((_, n) => (n === group ? id : cards[n] ?? null));
  if (cards.includes(id)) return cards.filter((card) => card !== id);
  return [...cards, id].slice(-pick.count);
}

/** `cards`: those chosen, by group where one of each is chosen. */
export function Pick({ table, pick, cards, busy, choose, sure, tap }) {
  const known = Object.fromEntries(
    table.sheet.categories.flatMap((category) =>
      category.cards.map((card) => [card.id, { ...card, category: category.name }])),
  );
  const chosen = cards.filter(Boolean);
  const whole = chosen.length === pick.count;
  const onward = () => sure({ ...pick.move, [pick.key]: chosen });
  return html`
    <${MainButton} button=${{ text: t("go_on"), enabled: whole && !busy, act: onward }} />
    ${pick.groups.map((group, n) => html`
      <fieldset key=${n} class="group">
        <legend>${known[group[0]].category}</legend>
        <div class="cards">
          ${group.map((id) => html`
            <button type="button" key=${id} disabled=${busy} aria-pressed=${chosen.includes(id) ? "true" : "false"}
              onClick=${() => choose(toggled(pick, cards, id))}>
              <span class="icon" aria-hidden="true">${known[id].icon}</span>
              <span class="title">${known[id].title} ${holder(table, id)}</span>
              <span class="tick" aria-hidden="true">${chosen.includes(id) ? "✓" : ""}</span>
            </button>`)}
        </div>
      </fieldset>`)}
    <div class="onwards">
      <button type="button" disabled=${busy} onClick=${() => tap(pick.back)}>${t("back")}</button>
      <button type="button" class="go" disabled=${busy || !whole}
        onClick=${onward}>${t("go_on")}</button>
    </div>`;
}

/** Where the card is known to be. */
function holder(table, id) {
  const place = table.sheet.places.find((each) => table.sheet.marks[id]?.[each] === "yes");
  return place !== undefined && html`<small>${nameOf(table, place)}</small>`;
}
