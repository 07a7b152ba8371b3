// What one does: taps and moves of one's own wait, filters, undo. Sent until the server has it.

import { Offline, call, newId } from "./api.js";
import { arrived } from "./following.js";
import { announce, page, say } from "./page.js";
import { t } from "./words.js";

const TRIES = 5;

export const does = {
  tap: (path) => send("act", { path, id: newId() }),
  walk: (to) => send("move", { move: { move: "walk", to }, id: newId() }),
  sure: (move) => send("sure", { move }),
  pick: (cards) => say({ picked: { at: placeOf(page.ask), cards } }),
  filter: (change) => {
    say({ filter: { ...page.filter, ...change } });
    if ("turn" in change) lookBack(change.turn);
  },
  do: (verb) => command("POST", `do/${verb}`, {}),
  option: (option, value) => command("PUT", "option", { option, value }),
  piece: (token) => command("PUT", "piece", { token }),
  vote: (chair) => command("PUT", "vote", { chair }),
  replay: () => say({ replay: { table: page.table.id, match: page.table.match } }),
  undo: () => told("undo", page.notes.undo()),
  redo: () => told("redo", page.notes.redo()),
};

/** Which choice of cards this is: that of one wait and one deed. */
const placeOf = (ask) => `${ask.wait} ${ask.pick.at}`;

/** What is chosen where cards are chosen: what one has chosen here, else what the path says. */
export function pickedNow() {
  if (!page.ask?.pick) return [];
  return page.picked?.at === placeOf(page.ask) ? page.picked.cards : page.ask.pick.chosen;
}

function told(what, change) {
  if (!change) return;
  const cards = page.table.sheet.categories.flatMap((category) => category.cards);
  announce(`${t(what)}: ${cards.find((card) => card.id === change.card)?.title ?? ""}`);
}

/** The sheet as of a turn; null: as it stands. */
async function lookBack(turn) {
  if (turn === null) {
    say({ past: null });
    return;
  }
  const { id, match } = page.table;
  try {
    const past = await call("GET", `tables/${id}/sheet?turn=${turn}`);
    if (page.filter.turn === turn && page.table.id === id && page.table.match === match) say({ past });
  } catch (error) {
    if (page.filter.turn === turn) say({ filter: { ...page.filter, turn: page.past?.turn ?? null } });
    announce(error.text || t("offline"));
  }
}

/** Tries again where the server did not answer; what it says, or null where it refused. */
export async function sent(method, path, body) {
  say({ busy: true });
  for (let tries = 0; ; tries += 1) {
    try {
      const reply = await call(method, path, body);
      say({ busy: false });
      return reply;
    } catch (error) {
      if (error instanceof Offline && tries < TRIES) {
        await new Promise((done) => setTimeout(done, 400 * (tries + 1)));
        continue;
      }
      announce(error.text || t("offline"));
      say({ busy: false });
      return null;
    }
  }
}

/** Sends what one does at the table beside one's moves. */
async function command(method, what, body) {
  const { id } = page.table;
  const reply = await sent(method, `tables/${id}/${what}`, { ...body, id: newId() });
  if (!reply || page.table.id !== id) return;
  arrived(reply.table);
  announce(reply.said);
  keepFocus();
}

/** Sends what one does about one's open question. */
async function send(what, body) {
  const { wait } = page.ask;
  const reply = await sent("POST", `tables/${page.table.id}/${what}`, { wait, ...body });
  if (!reply) return;
  if (reply.table) arrived(reply.table);
  else if (page.ask?.wait === wait) say({ ask: reply.ask });
  keepFocus();
}

/** What one tapped is gone from the page: the focus goes to what came in its place. */
export function keepFocus() {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector(".ask, .lobby h2")?.focus();
  });
}
