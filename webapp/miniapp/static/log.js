// The public story, turn by turn, the newest first. Told to a screen reader elsewhere, once.

import { html } from "./vendor/htm-preact.js";
import { ALL, inWords, isOn, toldOf } from "./filter.js";
import { t } from "./words.js";

export function Log({ table, filter, setFilter }) {
  const turns = toldOf(table, filter).reverse();
  return html`
    <div class="card">
      <h2>${t("log")}</h2>
      ${isOn(filter) && html`
        <p class="past"><span>${inWords(table, filter)}</span>
          <button type="button" onClick=${() => setFilter(ALL)}>${t("filter.clear")}</button></p>`}
      ${turns.length === 0 && html`<p class="hint">${t(isOn(filter) ? "filter.nothing" : "nothing_happened")}</p>`}
      <div role="log" aria-live="off" aria-label=${t("log")}><ol class="log">
        ${turns.map(({ turn, lines }) => html`
          <li key=${turn}><span class="chip">${turn}</span>
            <div>${lines.map((line, n) => html`<p key=${n}>${line}</p>`)}</div></li>`)}
      </ol></div>
    </div>`;
}
