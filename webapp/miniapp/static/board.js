// The board: rooms, doors, passages, tokens by shape and initial, weapons, the throw. On one's own
// walk every end is lit; a tap chooses it and a second one walks there. One tab stop, arrows within.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { Offline, call } from "./api.js";
import { SQUARE, centre, drawn, sideBySide } from "./plan.js";
import { t } from "./words.js";

const AGAIN = 1_500;
const NEAR = 1.6 * SQUARE; // a thumb that misses a square by less still means it
const SHAPES = ["circle", "square", "triangle", "diamond", "hexagon", "pentagon"];
const OUTLINES = {
  square: "M-8.5-8.5h17v17h-17z",
  triangle: "M0-11.5L11 8.5H-11z",
  diamond: "M0-11.5L11.5 0 0 11.5-11.5 0z",
  hexagon: "M-5.3-9.2H5.3L10.5 0 5.3 9.2H-5.3L-10.5 0z",
  pentagon: "M0-10.5L10.3-2.8 6.5 9H-6.5L-10.3-2.8z",
};
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The printed board, fetched once for the page. */
let printed = null;

function usePlan() {
  const [board, setBoard] = useState(printed);
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      try {
        printed ??= await call("GET", "board");
        if (!gone) setBoard(printed);
      } catch (error) {
        if (!(error instanceof Offline)) throw error;
        if (!gone) setTimeout(ask, AGAIN);
      }
    };
    if (!board) ask();
    return () => {
      gone = true;
    };
  }, []);
  return useMemo(() => board && drawn(board), [board]);
}

export const nameOfSpot = (to) => (typeof to === "string" ? to : to.join("."));

/** `reach`: where one may go, [] where one does not walk; `chosen`: the name of a spot, or null. */
export function Board({ table, reach, chosen, choose, go }) {
  const plan = usePlan();
  const cards = Object.fromEntries(
    table.sheet.categories.flatMap((category) => category.cards).map((card) => [card.id, card]),
  );
  if (!plan) return html`<div class="board" aria-busy="true"></div>`;
  const walking = reach.length > 0;
  return html`
    <div class="board">
      ${walking
        ? html`<${Walk} plan=${plan} table=${table} cards=${cards} reach=${reach} chosen=${chosen}
            choose=${choose} go=${go} />`
        : html`
          <svg viewBox="-3 -3 ${plan.width + 6} ${plan.height + 6}" role="img" aria-label=${t("board")}>
            <${Drawing} plan=${plan} table=${table} cards=${cards} lit=${new Set()} />
          </svg>`}
      ${!walking && table.board.dice.length > 0 && html`
        <p class="hint">${t("thrown", { dice: table.board.dice.join(" + ") })}</p>`}
      <${Twin} table=${table} cards=${cards} />
    </div>`;
}

// -- walking -------------------------------------------------------------------------------------

function Walk({ plan, table, cards, reach, chosen, choose, go }) {
  const svg = useRef(null);
  const ends = useMemo(() => reach.map((end) => placed(plan, end)), [plan, reach]);
  const [at, setAt] = useState(ends[0].name); // the one end that Tab reaches
  const stop = ends.some((end) => end.name === at) ? at : ends[0].name;

  const take = (end) => {
    setAt(end.name);
    if (end.name === chosen) go();
    else choose(end.name);
  };
  const tapped = (event) => {
    const named = event.target.closest("[data-spot]")?.dataset.spot;
    const box = svg.current.getBoundingClientRect();
    const scale = (plan.width + 6) / box.width;
    const [x, y] = [(event.clientX - box.left) * scale - 3, (event.clientY - box.top) * scale - 3];
    const end = ends.find((each) => each.name === named) ?? nearest(ends, x, y);
    if (end) take(end);
  };
  const pressed = (event) => {
    const here = ends.find((end) => end.name === stop);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      take(here);
      return;
    }
    const next = { Home: () => ends[0], End: () => ends.at(-1) }[event.key]?.() ?? beside(ends, here, event.key);
    if (!next) return;
    event.preventDefault();
    setAt(next.name);
    svg.current.querySelector(`[data-spot="${next.name}"]`).focus();
  };

  return html`
    <svg ref=${svg} viewBox="-3 -3 ${plan.width + 6} ${plan.height + 6}" class="walking" role="listbox"
      aria-label=${t("board")} onClick=${tapped} onKeyDown=${pressed}>
      <${Drawing} plan=${plan} table=${table} cards=${cards} lit=${new Set(ends.map((end) => end.name))}
        chosen=${chosen} />
      ${ends.map((end) => html`
        <g key=${end.name} role="option" data-spot=${end.name} class=${end.room ? "end room" : "end"}
          aria-label=${end.label} aria-selected=${end.name === chosen ? "true" : "false"}
          tabindex=${end.name === stop ? "0" : "-1"}>
          <path d=${end.outline} class="lit" />
          ${!end.room && html`<circle cx=${end.x} cy=${end.y} r=${end.name === chosen ? 6 : 3} class="spot" />`}
        </g>`)}
    </svg>`;
}

function placed(plan, { to, label }) {
  const room = plan.rooms.find((each) => each.id === to);
  if (room) return { name: to, label, room, x: room.x, y: room.y, outline: room.area };
  const { x, y } = centre(to);
  const half = SQUARE / 2 - 1.5;
  const outline = `M${x - half} ${y - half}h${2 * half}v${2 * half}h-${2 * half}z`;
  return { name: nameOfSpot(to), label, room: null, x, y, outline };
}

function nearest(ends, x, y) {
  const away = (end) => Math.hypot(end.x - x, end.y - y);
  const squares = ends.filter((end) => !end.room && away(end) <= NEAR);
  return squares.sort((one, other) => away(one) - away(other))[0];
}

/** The next end in the direction of an arrow key: nearest along it, little off it. */
function beside(ends, here, key) {
  const [right, down] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  if (!right && !down) return null;
  const along = (end) => (end.x - here.x) * right + (end.y - here.y) * down;
  const off = (end) => Math.abs((end.x - here.x) * down) + Math.abs((end.y - here.y) * right);
  return ends.filter((end) => along(end) > SQUARE / 4)
    .sort((one, other) => along(one) + 2 * off(one) - along(other) - 2 * off(other))[0];
}

// -- drawing -------------------------------------------------------------------------------------

function Drawing({ plan, table, cards, lit, chosen }) {
  const { tokens, weapons, dice } = table.board;
  const at = standing(plan, tokens, weapons);
  return html`
    <g aria-hidden="true">
      <path d=${plan.corridor} class="corridor" />
      <path d=${plan.closed} class="closed" />
      ${plan.rooms.map((room) => html`
        <g key=${room.id} class=${`chamber ${lit.has(room.id) ? "open" : ""} ${chosen === room.id ? "chosen" : ""}`}>
          <path d=${room.area} class="floor" /><path d=${room.walls} class="wall" />
          <text x=${room.x} y=${room.y - 19} class=${cards[room.id].title.length > 11 ? "name long" : "name"}>${chosen === room.id ? "✓ " : ""}${cards[room.id].title}</text>
        </g>`)}
      <path d=${plan.doors} class="door" />
      ${plan.passages.map(({ from, to, x, y }) => html`
        <g key=${from} class="passage"><rect x=${x - 9} y=${y - 9} width="18" height="18" rx="4" />
          <text x=${x} y=${y + 4.5}>${cards[to].icon}</text></g>`)}
      ${plan.starts.map(({ token, x, y }) => html`
        <circle key=${token} cx=${x} cy=${y} r="8" class=${`start of-${token}`} />`)}
      <${Dice} dice=${dice} x=${plan.centre.x} y=${plan.centre.y} />
      ${weapons.map(({ id }) => html`
        <text key=${id} class="weapon moves" style=${moved(at[id], 5.5)}>${cards[id].icon}</text>`)}
      ${tokens.map(({ id, seat }, n) => html`
        <g key=${id} style=${moved(at[id])} class=${`token moves of-${id} ${seat === null ? "idle" : ""}
          ${seat !== null && seat === table.active ? "active" : ""} ${seat !== null && seat === table.me ? "mine" : ""}`}>
          <${Shape} shape=${SHAPES[n]} />
          <text y=${SHAPES[n] === "triangle" ? 7 : 4.5}>${initial(cards[id].title)}</text>
        </g>`)}
    </g>`;
}

const moved = ({ x, y }, down = 0) => ({ transform: `translate(${x}px, ${y + down}px)` });
const initial = (title) => [...title][0].toLocaleUpperCase();

/** Where everything stands: in a room tokens in one row, weapons below them. */
function standing(plan, tokens, weapons) {
  const at = {};
  for (const room of plan.rooms) {
    for (const [things, down] of [[tokens, 0], [weapons, 22]]) {
      const inside = things.filter((thing) => thing.at === room.id);
      sideBySide(inside.length, room.x, 19).forEach((x, n) => {
        at[inside[n].id] = { x, y: room.y + down };
      });
    }
  }
  for (const token of tokens) if (typeof token.at !== "string") at[token.id] = centre(token.at);
  return at;
}

function Shape({ shape }) {
  return shape === "circle" ? html`<circle r="9.5" />` : html`<path d=${OUTLINES[shape]} />`;
}

function Dice({ dice, x, y }) {
  return sideBySide(dice.length, x, 44).map((middle, n) => html`
    <g key=${n} class="die"><rect x=${middle - 19} y=${y - 19} width="38" height="38" rx="8" />
      ${PIPS[dice[n]].map((place) => html`
        <circle key=${place} cx=${middle + ((place % 3) - 1) * 11} cy=${y + (Math.floor(place / 3) - 1) * 11} r="3.4" />`)}
    </g>`);
}

/** The same in words, for whoever does not see the drawing. */
function Twin({ table, cards }) {
  const { tokens, weapons } = table.board;
  const title = ({ id }) => cards[id].title;
  const rooms = table.sheet.categories.at(-1).cards.map((room) => ({
    name: room.title,
    things: [...tokens, ...weapons].filter((thing) => thing.at === room.id).map(title),
  }));
  const outside = tokens.filter((token) => typeof token.at !== "string").map(title);
  return html`
    <ul class="unseen">
      ${[...rooms, { name: t("corridor"), things: outside }].filter(({ things }) => things.length)
        .map(({ name, things }) => html`<li key=${name}>${name}: ${things.join(", ")}</li>`)}
    </ul>`;
}
