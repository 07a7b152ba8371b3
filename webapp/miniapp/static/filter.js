// What of the sheet and of the log is shown: of one player, of one kind of card or one card, and as
// of which turn.

import { html } from "./vendor/htm-preact.js";
import { Drawer } from "./drawer.js";
import { nameOf, t } from "./words.js";

export const ALL = { place: null, kind: null, card: null, turn: null };
/** Instead of a kind of card: those that may still be the case. */
const OPEN = "open";

/** The categories with their cards and the places that are shown. */
export function filtered(table, filter) {
  const { categories, places, marks } = table.sheet;
  const kept = (card) =>
    (filter.card === null || filter.card === card.id) &&
    (filter.kind !== OPEN || marks[card.id]?.case !== "no");
  return {
    categories: categories
      .filter((_, n) => filter.kind === null || filter.kind === OPEN || filter.kind === n)
      .map((category) => ({ ...category, cards: category.cards.filter(kept) }))
      .filter((category) => category.cards.length),
    places: places.filter((place) => filter.place === null || place === filter.place || place === "case"),
  };
}

/** The turns of the log that are shown. */
export function toldOf(table, filter) {
  const kind = typeof filter.kind === "number" ? table.sheet.categories[filter.kind] : null;
  return table.log.filter((turn) =>
    (filter.place === null || turn.seats.includes(Number(filter.place))) &&
    (filter.card === null || turn.cards.includes(filter.card)) &&
    (kind === null || kind.cards.some((card) => turn.cards.includes(card.id))) &&
    (filter.turn === null || turn.turn <= filter.turn));
}

export const isOn = (filter) => Object.values(filter).some((value) => value !== null);

/** What is filtered, in words. */
export function inWords(table, filter) {
  const cards = table.sheet.categories.flatMap((category) => category.cards);
  return [
    filter.place !== null && nameOf(table, filter.place),
    filter.kind === OPEN ? t("filter.open") : filter.kind !== null && table.sheet.categories[filter.kind].name,
    filter.card !== null && cards.find((card) => card.id === filter.card)?.title,
    filter.turn !== null && t("past", { turn: filter.turn }),
  ].filter(Boolean).join(" · ");
}

export function Filter({ table, filter, set, closed }) {
  const places = table.sheet.places.filter((place) => place !== "case");
  const turn = filter.turn ?? table.turn;
  const chosen = (value, now) => (value === now ? "true" : "false");
  return html`
    <${Drawer} title=${t("filter")} closed=${closed}>
      <h3 id="by-player">${t("filter.player")}</h3>
      <div class="quick" role="group" aria-labelledby="by-player">
        <button type="button" aria-pressed=${chosen(null, filter.place)} onClick=${() => set({ place: null })}>${t("filter.all")}</button>
        ${places.map((place) => html`
          <button type="button" key=${place} aria-pressed=${chosen(place, filter.place)}
            onClick=${() => set({ place })}>${nameOf(table, place)}</button>`)}
      </div>
      <h3 id="by-card">${t("filter.card")}</h3>
      <div class="quick" role="group" aria-labelledby="by-card">
        <button type="button" aria-pressed=${String(filter.kind === null && filter.card === null)}
          onClick=${() => set({ kind: null, card: null })}>${t("filter.all")}</button>
        ${table.sheet.categories.map((category, n) => html`
          <button type="button" key=${n} aria-pressed=${chosen(n, filter.kind)}
            onClick=${() => set({ kind: n, card: null })}>${category.name}</button>`)}
        <button type="button" aria-pressed=${chosen(OPEN, filter.kind)}
          onClick=${() => set({ kind: OPEN, card: null })}>${t("filter.open")}</button>
      </div>
      <h3 id="by-turn">${t("filter.turn")}</h3>
      <div class="stepper" role="group" aria-labelledby="by-turn">
        <button type="button" aria-label=${t("turn.before")} disabled=${turn <= 0} onClick=${() => set({ turn: turn - 1 })}>−</button>
        <output aria-live="polite">${filter.turn === null ? t("past.now") : t("past", { turn })}</output>
        <button type="button" aria-label=${t("turn.after")} disabled=${filter.turn === null}
          onClick=${() => set({ turn: turn + 1 >= table.turn ? null : turn + 1 })}>+</button>
      </div>
      <button type="button" class="more" disabled=${!isOn(filter)} onClick=${() => set(ALL)}>${t("filter.clear")}</button>
    <//>`;
}
