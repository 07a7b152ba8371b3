// Who is awaited and for how long, one's own question or turn as large buttons, and the table.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { t } from "./words.js";

export function Now({ table, ask, busy, clock, tap }) {
  return html`
    ${table.verdict.length > 0 && html`
      <div class="card verdict">${table.verdict.map((line) => html`<p>${line}</p>`)}</div>`}
    ${ask && html`<${Ask} ask=${ask} busy=${busy} clock=${clock} tap=${tap} />`}
    ${table.verdict.length === 0 && html`<${Awaited} table=${table} clock=${clock} />`}
    <${Seats} table=${table} />`;
}

function Ask({ ask, busy, clock, tap }) {
  return html`
    <div class="card ask" aria-busy=${busy}>
      ${ask.lines.map((line, n) => html`<p key=${n}>${line}</p>`)}
      <div class="rows">
        ${ask.rows.map((row, n) => html`
          <div class="row" key=${n}>
            ${row.map((choice) => html`
              <button type="button" key=${choice.step} disabled=${busy} onClick=${() => tap(choice.step)}>
                ${choice.label}
              </button>`)}
          </div>`)}
      </div>
      <${Countdown} until=${ask.until} clock=${clock} />
    </div>`;
}

function Awaited({ table, clock }) {
  const others = table.awaited.filter((wait) => wait.seat !== table.me);
  if (!others.length) return table.awaited.length ? null : html`<p class="hint">${t("nobody_awaited")}</p>`;
  return html`
    <div class="card">
      <h2>${t("awaited")}</h2>
      <ul class="plain-list">
        ${others.map((wait) => html`
          <li key=${wait.seat}>${wait.text} <${Countdown} until=${wait.until} clock=${clock} /></li>`)}
      </ul>
    </div>`;
}

function Countdown({ until, clock }) {
  const [, setTicked] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicked((ticked) => ticked + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!until) return null;
  const seconds = Math.round((until - Date.now() - clock) / 1_000);
  return html`<small class=${`clock ${seconds < 30 ? "short" : ""}`} role="timer">
    ${seconds > 0 ? t("left", { time: spelled(seconds) }) : t("overdue")}</small>`;
}

function spelled(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function Seats({ table }) {
  const cards = Object.fromEntries(
    table.sheet.categories.flatMap((category) => category.cards).map((card) => [card.id, card]),
  );
  const named = (id) => (cards[id] ? `${cards[id].icon} ${cards[id].title}` : "");
  return html`
    <div class="card">
      <h2>${t("players")}</h2>
      <ul class="seats">
        ${table.seats.map((seat, n) => html`
          <li key=${n} class=${`${seat.out ? "gone" : ""} ${table.active === n ? "active" : ""}`}>
            <span class="who">${n === table.me ? t("you") : seat.name}
              ${seat.kind === "ai" && html` <small class="chip">${t("ai")}</small>`}
              ${seat.kind === "keeper" && html` <small class="chip">${t("keeper")}</small>`}
              ${seat.out && html` <small class="chip">${t("out")}</small>`}</span>
            <span class="where">${named(seat.marker)}</span>
            <small>${t("cards", { cards: seat.size })}</small>
          </li>`)}
      </ul>
      ${table.middle.length > 0 && html`
        <p class="hint">${t("middle")}: ${table.middle.map(named).join(" · ")}</p>`}
    </div>`;
}
