// The end of a match as a small drama: the sealed theories together, the case card by card, then
// who was right. At once for whoever comes later, or wants no motion.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { nameOf, t } from "./words.js";

const PAUSE = 1_300;

export function Reveal({ table, slowly }) {
  const { theories, case: solution } = table.reveal;
  const last = solution.length + 1;
  const still = !slowly || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const [step, setStep] = useState(still ? last : 0);
  useEffect(() => {
    if (step >= last) return undefined;
    const timer = setTimeout(() => setStep(step + 1), PAUSE);
    return () => clearTimeout(timer);
  }, [step]);
  const cards = Object.fromEntries(
    table.sheet.categories.flatMap((category) => category.cards).map((card) => [card.id, card]),
  );
  const told = step >= last;
  return html`
    <div class="card verdict" data-step=${step}>
      ${theories.map(({ seat, cards: named, right }) => html`
        <div key=${seat} class=${`theory ${told && right ? "right" : ""}`}>
          <p class="who">${t("reveal.said", { name: nameOf(table, seat) })}
            ${told && html` <small class="chip">${right ? "✓" : "✕"} ${t(`reveal.${right ? "right" : "wrong"}`)}</small>`}</p>
          <p class="named">${named.map((id) => html`<span key=${id}>${cards[id].icon} ${cards[id].title}</span>`)}</p>
        </div>`)}
      <h2>${t("reveal.case")}</h2>
      <ol class=${still ? "turned" : "turned slowly"}>
        ${solution.map((id, n) => html`
          <li key=${n} class=${n < step ? "up" : ""}>${n < step
            ? html`<span class="icon" aria-hidden="true">${cards[id].icon}</span><span>${cards[id].title}</span>`
            : html`<span class="icon" aria-hidden="true">?</span>`}</li>`)}
      </ol>
      <div role="status">${told && table.verdict.map((line, n) => html`<p key=${n}>${line}</p>`)}</div>
    </div>`;
}
