// The stream of one table: server-sent events over fetch, because a header carries the session.
// It goes on for ever from the last id it has seen; silence counts as a broken line.

import { Denied, address, authorization, signIn } from "./api.js";

const SILENCE = 7_500; // the server says something every 5 s: half of that late, and the line is dead
const TICK = 1_000;
const ASLEEP = 3_000; // ticks so far apart: the page was put away, whether anybody said so or not
const PAUSES = [200, 600, 1_200, 2_000];

export class Live {
  #on;
  #table;
  #match;
  #last;
  #stopped = false;
  #heard = 0;
  #abort = null;
  #wake = null;
  #ticked = Date.now();
  #ticking = null;

  /** `on`: message(event, data), open(), lost(), denied(error). */
  constructor(table, match, last, on) {
    this.#table = table;
    this.#match = match;
    this.#last = last;
    this.#on = on;
    window.addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
    this.#ticking = setInterval(() => {
      const slept = Date.now() - this.#ticked > ASLEEP;
      this.#ticked = Date.now();
      if (slept) this.#again();
    }, TICK);
    this.#run();
  }

  stop() {
    this.#stopped = true;
    clearInterval(this.#ticking);
    window.removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    this.#abort?.abort();
    this.#wake?.();
  }

  // Back on the page, or back on line: an old line may be dead without anybody having said so.
  #again = () => {
    if (document.visibilityState === "hidden") return;
    if (Date.now() - this.#heard > ASLEEP) this.#abort?.abort();
    this.#wake?.();
  };

  async #run() {
    for (let tries = 0; !this.#stopped; tries += 1) {
      try {
        await this.#follow(() => {
          tries = 0;
        });
      } catch (error) {
        if (error instanceof Denied && error.status !== 503) {
          if (!this.#stopped) this.#on.denied(error);
          return;
        }
      }
      if (this.#stopped) return;
      this.#on.lost();
      await this.#pause(PAUSES[Math.min(tries, PAUSES.length - 1)]);
    }
  }

  #pause(time) {
    return new Promise((done) => {
      const timer = setTimeout(done, time);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async #follow(opened) {
    const abort = new AbortController();
    this.#abort = abort;
    let watchdog = setTimeout(() => abort.abort(), SILENCE);
    try {
      const where = address(`tables/${this.#table}/stream?match=${this.#match}`);
      const response = await fetch(where, {
        headers: { ...authorization(), "Last-Event-ID": this.#last },
        cache: "no-store",
        signal: abort.signal,
      });
      if (response.status === 401) {
        await signIn();
        return;
      }
      if (!response.ok) {
        const data = await response.json().catch(() => ({}));
        // A proxy's error page says nothing about the table.
        if (data.reason) throw new Denied(response.status, data.reason, data.text);
        return;
      }
      opened();
      this.#on.open();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        this.#heard = Date.now();
        clearTimeout(watchdog);
        watchdog = setTimeout(() => abort.abort(), SILENCE);
        const blocks = (text + value).split("\n\n");
        text = blocks.pop();
        blocks.forEach((block) => this.#take(block));
      }
    } finally {
      clearTimeout(watchdog);
      abort.abort();
    }
  }

  #take(block) {
    if (this.#stopped) return;
    const fields = {};
    for (const line of block.split("\n")) {
      const at = line.indexOf(": ");
      if (at > 0) fields[line.slice(0, at)] = line.slice(at + 2);
    }
    if (!fields.event) return;
    const data = JSON.parse(fields.data);
    if (fields.event === "state") this.#match = data.match;
    this.#on.message(fields.event, data);
    this.#last = fields.id; // only once it has been taken
  }
}
