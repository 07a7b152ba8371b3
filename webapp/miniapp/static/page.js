// What the page shows, all of it; `say` changes something and draws the page anew.

import { ALL } from "./filter.js";

const SAID_FOR = 6_000;

export const page = {
  phase: "loading", // "loading", "failed", "none", "table"
  problem: "",
  tables: [],
  table: null, // as the server sent it
  notes: null,
  live: null,
  clock: 0, // the server's time less ours
  connected: true,
  saved: false,
  said: "",
  picking: false, // the list of tables is open
  tab: "sheet",
  ask: null,
  picked: null,
  slowly: false, // the case is opened slowly
  busy: false,
  filter: ALL,
  replay: null, // what is replayed: {table, match} or {file}
  past: null, // the sheet as of an earlier turn
};

let redraw = () => {};

export function drawnBy(draw) {
  redraw = draw;
}

export function say(changes) {
  Object.assign(page, changes);
  redraw();
}

let hush = null;

/** Shows and reads out a sentence for a while; the last one counts. */
export function announce(text) {
  if (!text) return;
  clearTimeout(hush);
  hush = setTimeout(() => say({ said: "" }), SAID_FOR);
  say({ said: text });
}
