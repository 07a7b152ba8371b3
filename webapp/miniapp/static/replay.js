// A match that is over, turn by turn, with the view of every seat opened; of a table or of a file.
// A file stays here: it is sent along with every look and kept nowhere else.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { Offline, call, upload } from "./api.js";
import { Board } from "./board.js";
import { ALL, filtered } from "./filter.js";
import { Grid } from "./grid.js";
import { onBack } from "./telegram.js";
import { Theories } from "./theories.js";
import { t } from "./words.js";

const NOTHING = { cell: () => {}, card: () => {} };

/** `source`: {table, match} or {file}; `closed`: leaves the replay. */
export function Replay({ source, closed }) {
  const [seat, setSeat] = useState(null);
  const [turn, setTurn] = useState(null); // null: the end
  const [shown, setShown] = useState(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => onBack(closed), []);
  useEffect(() => {
    let gone = false;
    look(source, turn, seat).then(
      (found) => {
        if (gone) return;
        setShown(found);
        setWrong("");
      },
      (error) => {
        if (!gone) setWrong(error.text || t("offline"));
        if (!(error instanceof Offline) && !error.text) throw error;
      },
    );
    return () => {
      gone = true;
    };
  }, [source, turn, seat]);
  return html`
    <main class="replay">
      <div class="replay-head">
        <h1>${t("replay")}</h1>
        <button type="button" class="plain shut" aria-label=${t("close")} onClick=${closed}>✕</button>
      </div>
      ${wrong && html`<p class="warning" role="alert"><span aria-hidden="true">⚠</span><span>${wrong}</span></p>`}
      ${shown && html`<${Shown} shown=${shown} seat=${seat} setSeat=${setSeat} setTurn=${setTurn} />`}
    </main>`;
}

function Shown({ shown, seat, setSeat, setTurn }) {
  const { turn, turns } = shown;
  const go = (to) => setTurn(to >= turns ? null : to);
  const chosen = (each) => (each === seat ? "true" : "false");
  return html`
    <div class="card">
      <div class="stepper">
        <button type="button" aria-label=${t("turn.before")} disabled=${turn <= 0} onClick=${() => go(turn - 1)}>−</button>
        <label><output aria-live="polite">${t("past", { turn })}</output>
          <input type="range" min="0" max=${turns} value=${turn} aria-label=${t("filter.turn")}
            onInput=${(event) => go(Number(event.target.value))} /></label>
        <button type="button" aria-label=${t("turn.after")} disabled=${turn >= turns} onClick=${() => go(turn + 1)}>+</button>
      </div>
      <div class="quick" role="group" aria-label=${t("replay.eyes")}>
        <button type="button" aria-pressed=${chosen(null)} onClick=${() => setSeat(null)}>${t("replay.everybody")}</button>
        ${shown.seats.map(({ name }, n) => html`
          <button type="button" key=${n} aria-pressed=${chosen(n)} onClick=${() => setSeat(n)}>${name}</button>`)}
      </div>
      <div class="told">
        ${[...shown.lines, ...shown.learned, ...shown.verdict].map((line, n) => html`<p key=${n}>${line}</p>`)}
      </div>
    </div>
    ${shown.board && html`<div class="card"><${Board} table=${{ ...shown, me: null }} reach=${[]} /></div>`}
    <${Grid} table=${{ ...shown, me: null }} seen=${filtered(shown, ALL)} notes=${null} picking=${null} open=${NOTHING} />
    <${Theories} table=${shown} />`;
}

function look(source, turn, seat) {
  const query = new URLSearchParams();
  if (turn !== null) query.set("turn", turn);
  if (seat !== null) query.set("seat", seat);
  return source.file === undefined
    ? call("GET", `tables/${source.table}/replay/${source.match}?${query}`)
    : upload(`replay?${query}`, source.file);
}

/** Chooses a record's file of this device and hands its text on. */
export function OpenFile({ opened }) {
  return html`
    <label class="more file"><span aria-hidden="true">⏏</span> ${t("replay.file")}
      <input type="file" class="unseen" accept=".jsonl,.json,.txt,application/json" onChange=${async (event) => {
        const [file] = event.target.files;
        if (file) opened(await file.text());
        event.target.value = "";
      }} /></label>`;
}
