// The lobby: who sits, what is still needed, and the same buttons as the card in the chat has.

import { html } from "./vendor/htm-preact.js";
import { MainButton } from "./mainbutton.js";
import { askToWrite } from "./telegram.js";
import { t } from "./words.js";

/** `does`: do(verb), option(name, value), piece(token), vote(chair). */
export function Lobby({ table, busy, offline, does }) {
  if (!table.lobby) return html`<main class="lobby"><p class="hint">${t("closed")}</p></main>`;
  const { lobby, me } = table;
  const still = busy || offline;
  const begin = lobby.host && { text: t("do.begin"), enabled: lobby.ready && !still, act: () => does.do("begin") };
  return html`
    <main class="lobby">
      <${MainButton} button=${begin} />
      <div class="card">
        <h2 tabindex="-1">${t("players")} · ${table.seats.length} / ${lobby.most}</h2>
        <ul class="chairs">
          ${table.seats.map((seat, n) => html`
            <li key=${n}><span class="who">${n === me ? t("you") : seat.name}</span>
              ${seat.kind === "ai" && html`<small class="chip">${t("ai")}</small>`}
              ${seat.host && html`<small class="chip">${t("host")}</small>`}
              <span class="ready" role="img" aria-label=${t(seat.ready ? "ready" : "unready")}>${seat.ready ? "✓" : "⏳"}</span></li>`)}
        </ul>
        ${lobby.needed.map((line, n) => html`<p key=${n} class="needed">${line}</p>`)}
        ${lobby.unreachable && html`
          <p class="warning"><span aria-hidden="true">⚠</span><span>${t("unreachable")}</span></p>
          <button type="button" class="more" onClick=${askToWrite}>${t("unreachable.allow")}</button>`}
        <div class="deeds">
          ${me === null
            ? html`<button type="button" class="go" disabled=${still} onClick=${() => does.do("join")}>${t("do.join")}</button>`
            : html`
              <button type="button" disabled=${still || table.seats.length >= lobby.most}
                onClick=${() => does.do("add_ai")}>${t("do.add_ai")}</button>
              <button type="button" disabled=${still || table.seats.every((seat) => seat.kind !== "ai")}
                onClick=${() => does.do("drop_ai")}>${t("do.drop_ai")}</button>
              <button type="button" disabled=${still} onClick=${() => does.do("leave")}>${t("do.leave")}</button>`}
          ${begin && html`
            <button type="button" class="go wide" disabled=${!begin.enabled} onClick=${begin.act}>${begin.text}</button>`}
        </div>
      </div>
      ${me !== null && lobby.pieces && html`<${Pieces} table=${table} still=${still} does=${does} />`}
      ${me !== null && lobby.voting && html`<${Voting} table=${table} still=${still} does=${does} />`}
      <${Games} table=${table} still=${still || !lobby.host} does=${does} />
      <${Options} title=${t("options")} about=${lobby.host ? "" : t("options.host")} options=${lobby.options}
        still=${still || !lobby.host} does=${does} />
      <${Options} title=${t("options.time")} about=${lobby.time.about} options=${lobby.time.options}
        still=${still || !lobby.host} does=${does} />
      <p class="hint sealed">${t("sealed")} <code>${lobby.sealed}</code></p>
    </main>`;
}

function Games({ table, still, does }) {
  return html`
    <div class="card">
      <h2>${t("game")}</h2>
      <p class="hint">${table.lobby.about}</p>
      <div class="quick" role="group" aria-label=${t("game")}>
        ${table.lobby.games.map((game) => html`
          <button type="button" key=${game.id} disabled=${still} aria-pressed=${String(game.id === table.rules)}
            onClick=${() => does.option("rules", game.id)}>${game.name}<small>${game.about}</small></button>`)}
      </div>
    </div>`;
}

function Options({ title, about, options, still, does }) {
  return html`
    <div class="card">
      <h2>${title}</h2>
      ${about && html`<p class="hint">${about}</p>`}
      <ul class="switches">
        ${options.map((option) => html`
          <li key=${option.name}>
            <button type="button" disabled=${still} onClick=${() => does.option(option.name, option.next)}>${option.label}</button>
            ${option.about && html`<p class="hint">${option.about}</p>`}
          </li>`)}
      </ul>
    </div>`;
}

function Pieces({ table, still, does }) {
  const { pieces } = table.lobby;
  return html`
    <div class="card">
      <h2>${t("pieces")}</h2>
      <p class="hint">${pieces.about}</p>
      <div class="quick" role="group" aria-label=${t("pieces")}>
        ${pieces.tokens.map(({ id, label, seat }) => html`
          <button type="button" key=${id} disabled=${still || (seat !== null && seat !== table.me)}
            aria-pressed=${String(seat === table.me)} onClick=${() => does.piece(id)}>
            ${label}${seat !== null && html`<small>${seat === table.me ? t("you") : table.seats[seat].name}</small>`}</button>`)}
      </div>
    </div>`;
}

function Voting({ table, still, does }) {
  const { voting } = table.lobby;
  return html`
    <div class="card">
      <h2>${t("voting")}</h2>
      <p class="hint">${voting.about} ${voting.cast}</p>
      <div class="quick" role="group" aria-label=${t("voting")}>
        ${voting.chairs.map((chair, n) => html`
          <button type="button" key=${chair} disabled=${still} aria-pressed=${String(voting.own === chair)}
            onClick=${() => does.vote(chair)}>${n === table.me ? t("you") : table.seats[n].name}</button>`)}
      </div>
    </div>`;
}
