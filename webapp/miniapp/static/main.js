// The page: signs in, opens a table, and draws what it was given. It knows no rules: the server
// sends what may be seen and what may be tapped.

import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { Denied, Offline, call, signIn } from "./api.js";
import { does, pickedNow } from "./doing.js";
import { open } from "./following.js";
import { Hand } from "./hand.js";
import { Lobby } from "./lobby.js";
import { Log } from "./log.js";
import { Now } from "./now.js";
import { drawnBy, page, say } from "./page.js";
import { OpenFile, Replay } from "./replay.js";
import { Sheet } from "./sheet.js";
import { onBack, start } from "./telegram.js";
import { learn, t } from "./words.js";

const TABS = ["sheet", "now", "hand", "log"];
const ICONS = { sheet: "▦", now: "⏱", hand: "🂠", log: "☰" };

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
      if (first) await open(first.id, fail);
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
    await open(id, fail);
    return true;
  } catch (error) {
    if (error instanceof Denied && error.status === 404) return false;
    throw error;
  }
}

async function pick() {
  say({ picking: true });
  try {
    const { tables } = await call("GET", "tables");
    say({ tables });
  } catch (error) {
    if (!(error instanceof Offline)) throw error; // else the list of before is shown
  }
}

// -- the page ------------------------------------------------------------------------------------

function App() {
  const [, setDrawn] = useState(0);
  drawnBy(() => setDrawn((drawn) => drawn + 1));
  if (page.phase === "loading") return html`<${Whole} text=${t("loading")} role="status" />`;
  if (page.phase === "failed") return html`<${Whole} text=${page.problem} role="alert" />`;
  if (page.replay) {
    return html`<div class="page"><${Replay} source=${page.replay} closed=${() => say({ replay: null })} /></div>`;
  }
  if (page.phase === "none") {
    return html`<${Whole} text=${t("no_tables")}><${OpenFile} opened=${openFile} /><//>`;
  }
  return html`<${Table} />`;
}

function Whole({ text, role, children }) {
  return html`
    <main class="whole"><h1 class="unseen">${t("title") || document.title}</h1><p role=${role}>${text}</p>${children}</main>`;
}

const openFile = (file) => say({ replay: { file } });

function Table() {
  const { table, ask } = page;
  const playing = table.sheet !== null;
  return html`
    <div class="page" data-tab=${page.tab}>
      <${Head} />
      <p class="said ${page.said ? "shown" : ""}" role="status" aria-live="polite">${page.said}</p>
      ${page.picking && html`<${Tables} />`}
      ${!playing && html`<${Lobby} table=${table} busy=${page.busy} offline=${!page.connected} does=${does} />`}
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
            <${Sheet} table=${table} notes=${page.notes} filter=${page.filter} past=${page.past}
              offline=${!page.connected} does=${does}
              picking=${ask?.pick && { pick: ask.pick, cards: pickedNow(), choose: does.pick }} />
          </section>
          <section class="of-now" aria-label=${t("now")}>
            <${Now} table=${table} ask=${ask} picked=${pickedNow()} slowly=${page.slowly}
              busy=${page.busy} clock=${page.clock} does=${does} />
          </section>
          <section class="of-hand" aria-label=${t("hand")}><${Hand} table=${table} /></section>
          <section class="of-log" aria-label=${t("log")}>
            <${Log} table=${table} filter=${page.filter} setFilter=${does.filter} />
            <${OpenFile} opened=${openFile} /></section>
        </main>
        <nav aria-label=${t("title")}>
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
        <button type="button" class="plain" aria-expanded=${String(page.picking)} aria-label=${t("tables")}
          onClick=${() => (page.picking ? say({ picking: false }) : pick())}>⇄</button>`}
    </header>`;
}

function Tables() {
  useEffect(() => onBack(() => say({ picking: false })), []);
  return html`
    <ul class="tables" aria-label=${t("tables")}>
      ${page.tables.map((row) => html`
        <li key=${row.id}>
          <button type="button" aria-current=${row.id === page.table.id ? "true" : null}
            onClick=${() => open(row.id, fail).catch(fail)}>${row.title}</button>
        </li>`)}
    </ul>`;
}

const root = document.getElementById("app");
learn(JSON.parse(root.dataset.words));
start();
render(html`<${App} />`, root);
begin();
