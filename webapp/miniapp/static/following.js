// One table, kept in step with the server: opened, followed, and what comes over its stream.

import { call } from "./api.js";
import { ALL } from "./filter.js";
import { Live } from "./live.js";
import { Notes } from "./notes.js";
import { announce, page, say } from "./page.js";

const SAVED_FOR = 2_500;

/** Shows a table as the server sent it. */
export function show(table) {
  const same = page.table?.id === table.id && page.table.match === table.match;
  // Where one has tapped one's way to in an open question stays, for as long as it is open.
  const ask = same && page.ask && table.ask?.wait === page.ask.wait ? page.ask : table.ask;
  // Whoever saw the match end sees the case opened slowly.
  const slowly = same && (page.slowly || (page.table.sheet !== null && !page.table.reveal));
  const anew = same ? {} : { filter: ALL, past: null };
  say({ table, ask, slowly, clock: table.now - Date.now(), ...anew });
}

export async function open(id, failed) {
  page.live?.stop();
  page.notes?.stop();
  say({ live: null, notes: null, picking: false });
  const table = await call("GET", `tables/${id}`);
  show(table);
  follow(table, failed);
  say({ phase: "table" });
}

function follow(table, failed) {
  const notes = newNotes(table, table.notebook);
  const live = new Live(table.id, table.match, `${table.seen}.${table.noted}`, {
    open: () => say({ connected: true }),
    lost: () => say({ connected: false }),
    denied: failed,
    message: take,
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
      if (saved) hide = setTimeout(() => say({ saved: false }), SAVED_FOR);
      say({ saved });
    },
  });
}

/** The table as it stands now: over the stream, or in answer to what one did. */
export function arrived(table) {
  if (table.match !== page.table.match || (table.me === null) !== (page.table.me === null)) {
    page.notes?.stop();
    page.notes = newNotes(table, table.notebook ?? []);
  }
  show(table);
}

function take(event, data) {
  if (event === "cell") page.notes.learn(data);
  if (event === "state") {
    const before = page.table;
    arrived(data);
    announce(news(before, data));
  }
}

/** What is new, in one breath: what one learned, else the story's last line, and whether one is asked. */
function news(before, now) {
  if (before.id !== now.id || before.match !== now.match || !now.sheet || !before.sheet) return "";
  const learned = now.learned.slice(before.learned.length);
  const told = learned.length ? learned : storyAfter(before, now).slice(-1);
  const asked = now.ask && now.ask.wait !== before.ask?.wait ? now.ask.lines.slice(0, 1) : [];
  return [...told, ...asked].join(" ");
}

function storyAfter(before, now) {
  const lines = (table) => table.log.flatMap((turn) => turn.lines);
  const [old, all] = [lines(before), lines(now)];
  return all.length > old.length ? all.slice(old.length) : [];
}
