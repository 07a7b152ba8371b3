// The deduction sheet: cards down, places across, or as a list where there is little room. What is
// known for sure is filled, one's own marks are outlined and lie over it; each kind of mark has a
// shape of its own, not a colour only.

import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { CardDrawer } from "./carddrawer.js";
import { Filter, filtered } from "./filter.js";
import { Grid } from "./grid.js";
import { List } from "./list.js";
import { Marking } from "./marking.js";
import { Theories } from "./theories.js";
import { t } from "./words.js";

/** So little room that a list is read more easily: 320 px, or letters twice as large. */
const NARROW = matchMedia("(max-width: 21.9em)");

/** `picking`: {pick, cards, choose} while cards are to be chosen: then rows can be tapped too. */
export function Sheet({ table, notes, picking, filter, past, offline, does }) {
  const [opened, setOpened] = useState(null); // {kind: "cell" | "card" | "filter", ...}
  const [listed, setListed] = useState(null); // what one chose; else what there is room for
  const narrow = useMedia(NARROW);
  const list = listed ?? narrow;
  const mine = table.me !== null;
  const shown = past ? { ...table, sheet: { ...table.sheet, ...past } } : table;
  const seen = filtered(shown, filter);
  const live = past ? null : notes;
  const close = () => setOpened(null);
  const open = {
    cell: (card, place) => mine && !past && setOpened({ kind: "cell", card, place }),
    card: (card) => setOpened({ kind: "card", card }),
  };
  const View = list ? List : Grid;
  return html`
    <${Tools} table=${table} notes=${live} list=${list} filter=${filter} offline=${offline} does=${does}
      setList=${setListed} openFilter=${() => setOpened({ kind: "filter" })} />
    ${past && html`
      <p class="past"><span>${t("past", { turn: past.turn })}</span>
        <button type="button" onClick=${() => does.filter({ turn: null })}>${t("past.back")}</button></p>`}
    <${View} table=${shown} seen=${seen} notes=${live} picking=${picking} open=${open} />
    ${seen.categories.length === 0 && html`<p class="hint">${t("filter.nothing")}</p>`}
    <p class="hint legend">${t(mine ? "legend" : "legend.watch")} ${t(`help.${table.help}`)}</p>
    <${Theories} table=${shown} />
    ${opened?.kind === "cell" && html`
      <${Marking} table=${table} card=${opened.card} place=${opened.place} notes=${notes} offline=${offline}
        closed=${close} />`}
    ${opened?.kind === "card" && html`
      <${CardDrawer} table=${table} card=${opened.card} notes=${mine && !past ? notes : null} offline=${offline}
        filter=${(change) => does.filter(change)} closed=${close} />`}
    ${opened?.kind === "filter" && html`
      <${Filter} table=${table} filter=${filter} set=${does.filter} closed=${close} />`}`;
}

function Tools({ table, notes, list, filter, offline, does, setList, openFilter }) {
  const on = filter.place !== null || filter.kind !== null || filter.card !== null || filter.turn !== null;
  return html`
    <div class="tools" role="group" aria-label=${t("tools")}>
      ${table.me !== null && html`
        <button type="button" aria-label=${t("undo")} disabled=${offline || !notes?.undoable} onClick=${does.undo}>
          <span aria-hidden="true" class="turned-back">↶</span></button>
        <button type="button" aria-label=${t("redo")} disabled=${offline || !notes?.redoable} onClick=${does.redo}>
          <span aria-hidden="true" class="turned-back">↷</span></button>`}
      <span class="gap"></span>
      <button type="button" class=${on ? "on" : ""} onClick=${openFilter}>${t(on ? "filter.on" : "filter")}</button>
      <button type="button" aria-pressed=${list ? "true" : "false"} onClick=${() => setList(!list)}>${t("list")}</button>
    </div>`;
}

function useMedia(query) {
  const [matches, setMatches] = useState(query.matches);
  const seen = useRef(query);
  useEffect(() => {
    const changed = () => setMatches(query.matches);
    seen.current.addEventListener("change", changed);
    return () => seen.current.removeEventListener("change", changed);
  }, []);
  return matches;
}
