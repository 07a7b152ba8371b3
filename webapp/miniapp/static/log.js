// The public story, turn by turn, the newest first.

import { html } from "./vendor/htm-preact.js";
import { t } from "./words.js";

export function Log({ table }) {
  const turns = table.log.toReversed?.() ?? [...table.log].reverse();
  return html`
    <div class="card">
      <h2>${t("log")}</h2>
      ${turns.length === 0 && html`<p class="hint">${t("nothing_happened")}</p>`}
      <ol class="log" role="log" aria-live="off">
        ${turns.map(({ turn, lines }) => html`
          <li key=${turn}><span class="chip">${turn}</span>
            <div>${lines.map((line, n) => html`<p key=${n}>${line}</p>`)}</div></li>`)}
      </ol>
    </div>`;
}
