// One's own cards, and what only oneself has seen.

import { html } from "./vendor/htm-preact.js";
import { t } from "./words.js";

export function Hand({ table }) {
  if (table.me === null) return null;
  const held = table.sheet.categories.map((category) => ({
    name: category.name,
    cards: category.cards.filter((card) => table.hand.includes(card.id)),
  }));
  return html`
    <div class="card">
      <h2>${t("own_cards")}</h2>
      ${held.filter(({ cards }) => cards.length).map(({ name, cards }) => html`
        <h3>${name}</h3>
        <ul class="held">
          ${cards.map((card) => html`
            <li key=${card.id}><span class="icon" aria-hidden="true">${card.icon}</span>${card.title}</li>`)}
        </ul>`)}
    </div>
    ${table.up.length > 0 && html`
      <div class="card">
        <h2>${t("face_up")}</h2>
        <ul class="held">
          ${table.sheet.categories.flatMap(({ cards }) => cards).filter(({ id }) => table.up.includes(id)).map((card) => html`
            <li key=${card.id}><span class="icon" aria-hidden="true">${card.icon}</span>${card.title}</li>`)}
        </ul>
      </div>`}
    ${table.actions.length > 0 && html`
      <div class="card">
        <h2>${t("action_cards")}</h2>
        <ul class="plain-list">${table.actions.map((action, n) => html`<li key=${n}>${action.about}</li>`)}</ul>
      </div>`}
    <div class="card">
      <h2>${t("learned")}</h2>
      ${table.learned.length === 0 && html`<p class="hint">${t("nothing_learned")}</p>`}
      <ul class="plain-list">${table.learned.map((line, n) => html`<li key=${n}>${line}</li>`)}</ul>
    </div>`;
}
