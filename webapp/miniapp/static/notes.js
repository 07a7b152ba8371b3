// One's own marks, numbers and notes: shown at once, sent in order, each until the server has it.
// What one wrote here can be undone and redone, as long as no other page has changed it since.

import { Denied, Offline, call, newId } from "./api.js";

const PAUSES = [300, 800, 1_500, 2_500];
const AWAY = { mark: "clear", number: 0, note: "" };

/** The place of what is noted of a card as a whole. */
export const ROW = "card";

const nameOf = (card, place, layer) => `${card}|${place}|${layer}`;

export class Notes {
  #table;
  #match;
  #changed;
  #refused;
  #known = new Map(); // name -> {value, index}, as the server has it
  #waiting = []; // operations not yet acknowledged, oldest first
  #done = []; // what can be undone, oldest first
  #undone = [];
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

  get undoable() {
    return this.#done.some((each) => this.#stands(each, each.after));
  }

  get redoable() {
    return this.#undone.some((each) => this.#stands(each, each.before));
  }

  /** What stands in a layer of a cell; null where nothing does. */
  read(card, place, layer) {
    const name = nameOf(card, place, layer);
    const mine = this.#waiting.findLast((operation) => operation.name === name);
    if (mine) return mine.value === AWAY[layer] ? null : mine.value;
    return this.#known.get(name)?.value ?? null;
  }

  /** Writes a layer of a cell; null takes away what stands there. */
  write(card, place, layer, value) {
    const before = this.read(card, place, layer);
    if (before === value) return;
    this.#done.push({ card, place, layer, before, after: value });
    this.#undone = [];
    this.#put(card, place, layer, value);
  }

  /** Takes back the last thing written here; what it was about, or null. */
  undo() {
    return this.#step(this.#done, this.#undone, "after", "before");
  }

  redo() {
    return this.#step(this.#undone, this.#done, "before", "after");
  }

  /** What another page of the same person wrote, or an echo of our own. */
  learn(cell) {
    this.#learn(cell);
    this.#changed();
  }

  stop() {
    this.#stopped = true;
  }

  #stands({ card, place, layer }, value) {
    return this.read(card, place, layer) === value;
  }

  #step(from, to, now, then) {
    for (let each = from.pop(); each; each = from.pop()) {
      if (!this.#stands(each, each[now])) continue; // changed elsewhere since
      to.push(each);
      this.#put(each.card, each.place, each.layer, each[then]);
      return each;
    }
    return null;
  }

  #put(card, place, layer, value) {
    const name = nameOf(card, place, layer);
    this.#waiting.push({ name, card, place, layer, value: value ?? AWAY[layer], id: newId() });
    this.#changed();
    this.#send();
  }

  #learn({ card, place, layer, value, index }) {
    const name = nameOf(card, place, layer);
    if ((this.#known.get(name)?.index ?? 0) < index) this.#known.set(name, { value, index });
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    for (let tries = 0; this.#waiting.length && !this.#stopped; ) {
      const { card, place, layer, value, id } = this.#waiting[0];
      try {
        const path = `tables/${this.#table}/notebook/${this.#match}/${card}/${place}/${layer}`;
        const { index } = await call("PUT", path, { id, value });
        this.#learn({ card, place, layer, value: value === AWAY[layer] ? null : value, index });
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
