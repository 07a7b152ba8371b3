// Who is awaited and for how long, one's own question or turn as large buttons, the board, and the
// table.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { Board, nameOfSpot } from "./board.js";
import { Pick } from "./pick.js";
import { Reveal } from "./reveal.js";
import { t } from "./words.js";

/** `does`: what one can do: tap(step), walk(to), sure(move), pick(cards). */
export function Now({ table, ask, picked, slowly, busy, clock, does }) {
  const walking = ask?.reach.length > 0;
  // Above cards that are picked: the bar below them would lie over it.
  const until = ask && html`
    <p class="until"><${Countdown} until=${ask.until} clock=${clock} />
      ${ask.more && html`<button type="button" disabled=${busy} onClick=${() => does.do("more_time")}>${t("do.more_time")}</button>`}</p>`;
  return html`
    ${table.reveal && html`<${Reveal} key=${table.match} table=${table} slowly=${slowly} />`}
    ${ask && html`
      <div class="card ask" tabindex="-1" aria-busy=${busy}>
        ${ask.lines.map((line, n) => html`<p key=${n}>${line}</p>`)}
        ${ask.pick && until}
        ${walking && html`<${Walk} key=${ask.wait} table=${table} ask=${ask} busy=${busy} walk=${does.walk} />`}
        ${ask.pick
          ? html`<${Pick} table=${table} pick=${ask.pick} cards=${picked} busy=${busy}
              choose=${does.pick} sure=${does.sure} tap=${does.tap} />`
          : html`<${Rows} rows=${ask.rows} busy=${busy} tap=${does.tap} />`}
        ${!ask.pick && until}
      </div>`}
    ${table.reveal && html`
      <button type="button" class="go whole-line again" onClick=${does.replay}>${t("replay.watch")}</button>`}
    ${table.phase === "over" && table.me !== null && html`
      <button type="button" class="go whole-line again" disabled=${busy} onClick=${() => does.do("again")}>${t("do.again")}</button>`}
    ${table.board && !walking && html`<div class="card"><${Board} table=${table} reach=${[]} /></div>`}
    ${!table.reveal && html`<${Awaited} table=${table} clock=${clock} />`}
    <${Seats} table=${table} />
    ${table.phase === "playing" && table.me !== null && html`
      <div class="card deeds">
        ${table.paused
          ? html`<button type="button" class="go wide" disabled=${busy} onClick=${() => does.do("go_on")}>${t("do.go_on")}</button>`
          : html`<button type="button" disabled=${busy} onClick=${() => does.do("pause")}>${t("do.pause")}</button>`}
        <${Sure} label=${t("do.concede")} ask=${t("do.concede.sure")} busy=${busy} act=${() => does.do("concede")} />
        <${Sure} label=${t("do.stop")} ask=${t("do.stop.sure")} busy=${busy} act=${() => does.do("stop")} />
      </div>`}`;
}

function Rows({ rows, busy, tap }) {
  const many = rows.length > 5 && rows.every((row) => row.length === 1);
  return html`
    <div class=${many ? "rows many" : "rows"}>
      ${rows.map((row, n) => html`
        <div class="row" key=${n}>
          ${row.map((choice) => html`
            <button type="button" key=${choice.step} disabled=${busy} onClick=${() => tap(choice.step)}>
              ${choice.label}
            </button>`)}
        </div>`)}
    </div>`;
}

function Walk({ table, ask, busy, walk }) {
  const [chosen, setChosen] = useState(null);
  const end = ask.reach.find(({ to }) => nameOfSpot(to) === chosen);
  const go = () => end && !busy && walk(end.to);
  return html`
    <p class="hint">${t("walk")}</p>
    <${Board} table=${table} reach=${ask.reach} chosen=${chosen} choose=${setChosen} go=${go} />
    <button type="button" class="go whole-line" disabled=${busy || !end} onClick=${go}>
      ${end ? t("walk.go", { place: end.label }) : t("walk.choose")}
    </button>
    <h2 class="minor">${t("walk.names")}</h2>`;
}

/** A button that asks once more. */
function Sure({ label, ask, busy, act }) {
  const [asked, setAsked] = useState(false);
  return html`
    <button type="button" disabled=${busy} onClick=${() => {
      setAsked(!asked);
      if (asked) act();
    }} onBlur=${() => setAsked(false)}>${asked ? ask : label}</button>`;
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
  const accusing = table.reveal ? null : table.accusation;
  const where = (seat) => {
    const spot = table.board?.tokens.find((token) => token.id === seat.token)?.at;
    if (!spot) return named(seat.marker);
    return `${named(seat.token)} · ${typeof spot === "string" ? cards[spot].title : t("corridor")}`;
  };
  return html`
    <div class="card">
      <h2>${t("players")}</h2>
      <ul class="seats">
        ${table.seats.map((seat, n) => html`
          <li key=${n} class=${`${seat.out ? "gone" : ""} ${table.active === n ? "active" : ""}`}>
            <span class="who">${n === table.me ? t("you") : seat.name}
              ${seat.kind === "ai" && html` <small class="chip">${t("ai")}</small>`}
              ${seat.kind === "keeper" && html` <small class="chip">${t("keeper")}</small>`}
              ${seat.out && html` <small class="chip">${t("out")}</small>`}
              ${accusing?.accuser === n && html` <small class="chip">${t("accuses")}</small>`}
              ${accusing?.joined?.includes(n) && html` <small class="chip">${t("joins")}</small>`}</span>
            <span class="where">${where(seat)}</span>
            <small>${t("cards", { cards: seat.size })}</small>
          </li>`)}
      </ul>
      ${table.middle.length > 0 && html`
        <p class="hint">${t("middle")}: ${table.middle.map(named).join(" · ")}</p>`}
      ${table.up.length > 0 && html`
        <p class="hint">${t("face_up")}: ${table.up.map(named).join(" · ")}</p>`}
    </div>`;
}
