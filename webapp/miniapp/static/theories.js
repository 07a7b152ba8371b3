// The likeliest theories, where the table's help goes so far.

import { html } from "./vendor/htm-preact.js";
import { t } from "./words.js";

export function Theories({ table }) {
  const { theories, categories } = table.sheet;
  if (!theories.length) return null;
  const cards = Object.fromEntries(categories.flatMap((category) => category.cards).map((card) => [card.id, card]));
  return html`
    <div class="card theories">
      <h2>${t("theories")}</h2>
      <ol>
        ${theories.map(({ cards: named, percent }) => html`
          <li key=${named.join()}><span class="named">${named.map((id) => html`
            <span key=${id}>${cards[id].icon} ${cards[id].title}</span>`)}</span>
            <b>${percent} %</b></li>`)}
      </ol>
    </div>`;
}
