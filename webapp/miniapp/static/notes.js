// One's own marks: shown at once, sent in order, each until the server has it.

import { Denied, Offline, call, newId } from "./api.js";

const PAUSES = [300, 800, 1_500, 2_500];

const cellName = (card, place) => `${card}|${place}`;

export class Notes {
  #table;
  #match;
  #changed;
  #refused;
  #known = new Map(); // cell -> {mark, index}, as the server has it
  #waiting = []; // operations not yet acknowledged, oldest first
  #sending = false;
  #stopped = false;

  constructor(table, match, cells, { changed, refused }) {
    this.#table = table;
    this.#match = match;
    this.#changed = changed;
    this.#refused = refused;
    cells.forEach((cell) => this.#learn(cell));
  }

  get saving() {
    return this.#waiting.length > 0;
  }

  mark(card, place) {
    const cell = cellName(card, place);
    const mine = this.#waiting.findLast((operation) => operation.cell === cell);
    if (mine) return mine.mark === "clear" ? null : mine.mark;
    return this.#known.get(cell)?.mark ?? null;
  }

  write(card, place, mark) {
    this.#waiting.push({ cell: cellName(card, place), card, place, mark, id: newId() });
    this.#changed();
    this.#send();
  }

  /** A cell as another page of the same person wrote it, or an echo of our own. */
  learn(cell) {
    this.#learn(cell);
    this.#changed();
  }

  stop() {
    this.#stopped = true;
  }

  #learn({ card, place, mark, index }) {
    const cell = cellName(card, place);
    if ((this.#known.get(cell)?.index ?? 0) < index) this.#known.set(cell, { mark, index });
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    for (let tries = 0; this.#waiting.length && !this.#stopped; ) {
      const { card, place, mark, id } = this.#waiting[0];
      try {
        const path = `tables/${this.#table}/notebook/${this.#match}/${card}/${place}`;
        const { index } = await call("PUT", path, { id, mark });
        this.#learn({ card, place, mark: mark === "clear" ? null : mark, index });
      } catch (error) {
        if (error instanceof Offline || (error instanceof Denied && error.status >= 500)) {
          await new Promise((done) => setTimeout(done, PAUSES[Math.min(tries, 3)]));
          tries += 1;
          continue;
        }
        if (!(error instanceof Denied)) throw error;
        this.#refused(error);
      }
      tries = 0;
      this.#waiting.shift();
      this.#changed();
    }
    this.#sending = false;
  }
}
