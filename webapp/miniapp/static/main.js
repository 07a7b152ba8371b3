// The page: signs in, keeps one table in step with the server, and draws what it was given.
// It knows no rules: the server sends what may be seen and what may be tapped.

import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { Denied, Offline, call, newId, signIn } from "./api.js";
import { Hand } from "./hand.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { Notes } from "./notes.js";
import { Now } from "./now.js";
import { Sheet } from "./sheet.js";
import { onBack, start } from "./telegram.js";
import { learn, t } from "./words.js";

const TABS = ["sheet", "now", "hand", "log"];
const ICONS = { sheet: "▦", now: "⏱", hand: "🂠", log: "☰" };
const SAID_FOR = 6_000;

/** Everything the page shows; `say` redraws it with something changed. */
const page = { phase: "loading", tables: [], table: null, notes: null, live: null, clock: 0,
  connected: true, saved: false, said: "", picking: false, tab: "sheet", ask: null, picked: null,
  slowly: false, busy: false };
let redraw = () => {};

function say(changes) {
  Object.assign(page, changes);
  redraw();
}

let hush = null;
function announce(text) {
  if (!text) return;
  clearTimeout(hush);
  hush = setTimeout(() => say({ said: "" }), SAID_FOR);
  say({ said: text });
}

// -- one table -----------------------------------------------------------------------------------

function show(table) {
  const same = page.table?.id === table.id && page.table.match === table.match;
  // Where one has tapped one's way to in an open question stays, for as long as it is open.
  const ask = same && page.ask && table.ask?.wait === page.ask.wait ? page.ask : table.ask;
  // Whoever saw the match end sees the case opened slowly.
  const slowly = same && (page.slowly || (page.table.sheet !== null && !page.table.reveal));
  say({ table, ask, slowly, clock: table.now - Date.now() });
}

async function open(id) {
  page.live?.stop();
  page.notes?.stop();
  say({ live: null, notes: null, picking: false });
  const table = await call("GET", `tables/${id}`);
  show(table);
  follow(table);
  say({ phase: "table" });
}

function follow(table) {
  const notes = newNotes(table, table.notebook);
  const live = new Live(table.id, table.match, `${table.seen}.${table.noted}`, {
    open: () => say({ connected: true }),
    lost: () => say({ connected: false }),
    denied: (error) => fail(error),
    message: (event, data) => take(event, data),
  });
  say({ notes, live, connected: true });
}

function newNotes(table, cells) {
  let hide = null;
  return new Notes(table.id, table.match, cells, {
    refused: (error) => announce(error.text),
    changed: () => {
      clearTimeout(hide);
      const saved = !page.notes?.saving;
      if (saved) hide = setTimeout(() => say({ saved: false }), 2_500);
      say({ saved });
    },
  });
}

function take(event, data) {
  if (event === "seen") announce(data.learned.join(" "));
  if (event === "cell") page.notes.learn(data);
  if (event === "state") {
    if (data.match !== page.table.match) {
      page.notes.stop();
      page.notes = newNotes(data, []);
    }
    show(data);
  }
}

// -- what one does -------------------------------------------------------------------------------

const does = {
  tap: (path) => send("act", { path, id: newId() }),
  walk: (to) => send("move", { move: { move: "walk", to }, id: newId() }),
  sure: (move) => send("sure", { move }),
  pick: (cards) => say({ picked: { at: placeOf(page.ask), cards } }),
};

/** Which choice of cards this is: that of one wait and one deed. */
const placeOf = (ask) => `${ask.wait} ${ask.pick.at}`;

/** What is chosen where cards are chosen: what one has chosen here, else what the path says. */
function pickedNow() {
  if (!page.ask?.pick) return [];
  return page.picked?.at === placeOf(page.ask) ? page.picked.cards : page.ask.pick.chosen;
}

/** What one tapped is gone from the page: the focus goes to what came in its place. */
function keepFocus() {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector(".ask")?.focus();
  });
}

/** Sends what one does about one's open question, until the server has it. */
async function send(what, body) {
  const { wait } = page.ask;
  say({ busy: true });
  for (let tries = 0; ; tries += 1) {
    try {
      const reply = await call("POST", `tables/${page.table.id}/${what}`, { wait, ...body });
      say({ busy: false });
      if (reply.table) show(reply.table);
      else if (page.ask?.wait === wait) say({ ask: reply.ask });
      keepFocus();
      return;
    } catch (error) {
      if (error instanceof Offline && tries < 5) {
        await new Promise((done) => setTimeout(done, 400 * (tries + 1)));
        continue;
      }
      announce(error.text || t("offline"));
      say({ busy: false });
      return;
    }
  }
}

// -- the page ------------------------------------------------------------------------------------

function fail(error) {
  if (!(error instanceof Denied || error instanceof Offline)) console.error(error);
  say({ phase: "failed", said: "", problem: error.text || t("offline") });
}

async function begin() {
  try {
    const session = await signIn();
    learn(session.words);
    document.documentElement.lang = session.language;
    document.documentElement.dir = session.direction;
    document.title = t("title");
    const { tables } = await call("GET", "tables");
    say({ tables });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone) call("PUT", "me/zone", { zone: timeZone }).catch(() => {});
    const hinted = session.start || new URLSearchParams(location.search).get("table");
    const first = tables.findLast((table) => table.phase === "playing") ?? tables.at(-1);
    if (!(hinted && (await there(hinted)))) {
      if (first) await open(first.id);
      else say({ phase: "none" });
    }
  } catch (error) {
    fail(error);
    if (error instanceof Offline) setTimeout(begin, 1_500);
  }
}

/** Opens the table that the link named, if there is such a one. */
async function there(id) {
  try {
    await open(id);
    return true;
  } catch (error) {
    if (error instanceof Denied && error.status === 404) return false;
    throw error;
  }
}

async function pick() {
  onBack(() => say({ picking: false }));
  say({ picking: true });
  try {
    const { tables } = await call("GET", "tables");
    say({ tables });
  } catch (error) {
    if (!(error instanceof Offline)) throw error; // else the list of before is shown
  }
}

function App() {
  const [, setDrawn] = useState(0);
  redraw = () => setDrawn((drawn) => drawn + 1);
  useEffect(() => {
    if (!page.picking) onBack(null);
  }, [page.picking]);
  if (page.phase === "loading") return html`<p class="whole" role="status">${t("loading")}</p>`;
  if (page.phase === "failed") return html`<p class="whole" role="alert">${page.problem}</p>`;
  if (page.phase === "none") return html`<p class="whole">${t("no_tables")}</p>`;
  return html`<${Table} />`;
}

function Table() {
  const { table, ask } = page;
  const playing = table.sheet !== null;
  return html`
    <div class="page" data-tab=${page.tab}>
      <${Head} />
      <p class="said ${page.said ? "shown" : ""}" role="status" aria-live="polite">${page.said}</p>
      ${page.picking && html`<${Tables} />`}
      ${!playing && html`<${Lobby} table=${table} />`}
      ${playing && html`
        ${ask && html`
          <button type="button" class="calls" onClick=${() => say({ tab: "now" })}>
            <span>${t("awaits_you")}</span><span aria-hidden="true" class="onward">›</span>
          </button>`}
        ${table.reveal && html`
          <button type="button" class="calls" onClick=${() => say({ tab: "now" })}>
            <span>${t("reveal.open")}</span><span aria-hidden="true" class="onward">›</span>
          </button>`}
        <main>
          <section class="of-sheet" aria-label=${t("sheet")}>
            ${table.me === null && html`<p class="hint">${t("watching")}</p>`}
            <${Sheet} table=${table} notes=${page.notes}
              picking=${ask?.pick && { pick: ask.pick, cards: pickedNow(), choose: does.pick }} />
          </section>
          <section class="of-now" aria-label=${t("now")}>
            <${Now} table=${table} ask=${ask} picked=${pickedNow()} slowly=${page.slowly}
              busy=${page.busy} clock=${page.clock} does=${does} />
          </section>
          <section class="of-hand" aria-label=${t("hand")}><${Hand} table=${table} /></section>
          <section class="of-log" aria-label=${t("log")}><${Log} table=${table} /></section>
        </main>
        <nav>
          ${TABS.map((tab) => html`
            <button type="button" key=${tab} aria-current=${page.tab === tab ? "page" : null}
              class=${tab === "now" && ask ? "calling" : ""} onClick=${() => say({ tab })}>
              <span aria-hidden="true" class="icon">${ICONS[tab]}</span>${t(tab)}
            </button>`)}
        </nav>`}
    </div>`;
}

function Head() {
  const { table } = page;
  const state = !page.connected ? "offline" : page.notes?.saving ? "saving" : page.saved ? "saved" : "";
  return html`
    <header>
      <h1>${table.title}</h1>
      <span class="state ${state}" role="status">${state && t(state)}</span>
      ${table.turn > 0 && html`<span class="chip">${t("turn", { turn: table.turn })}</span>`}
      ${page.tables.length > 1 && html`
        <button type="button" class="plain" aria-expanded=${page.picking} aria-label=${t("tables")}
          onClick=${() => (page.picking ? say({ picking: false }) : pick())}>⇄</button>`}
    </header>`;
}

function Tables() {
  return html`
    <ul class="tables" aria-label=${t("tables")}>
      ${page.tables.map((row) => html`
        <li key=${row.id}>
          <button type="button" aria-current=${row.id === page.table.id ? "true" : null}
            onClick=${() => open(row.id).catch(fail)}>${row.title}</button>
        </li>`)}
    </ul>`;
}

function Lobby({ table }) {
  return html`
    <main class="lobby">
      <p class="hint">${t(table.phase === "lobby" ? "lobby" : "closed")}</p>
      <ul class="plain-list">
        ${table.seats.map((seat, n) => html`
          <li key=${n}>${seat.name}${seat.kind === "ai" && html` <small>${t("ai")}</small>`}</li>`)}
      </ul>
    </main>`;
}

const root = document.getElementById("app");
learn(JSON.parse(root.dataset.words));
start();
render(html`<${App} />`, root);
begin();
