// The report page, built from the data that it contains.

import { html, section, visible, drawToFit, wideTable, elo, number, percent, words, record, duration } from "./elements.js";
import { ladder, lengths, course } from "./charts.js";
import { standingsTable, crosstable, superiorityTable, verdictTable, timesTable } from "./tables.js";
import { Games } from "./games.js";

const THEMES = ["auto", "light", "dark"];
const THEME_KEY = "tengen-theme";
const MAX_TEXT = 400;
const MAX_ITEMS = 20;

/** Sections in two columns, if there are few players. */
const SQUARES = ["crosstable", "superiority"];
const MAX_BESIDE = 5;

const tournament = JSON.parse(document.getElementById("tournament").textContent);
const { standings, games } = tournament;
const players = tournament.players.map((player) => player.name);
const ended = games.filter((game) => game.state === "ENDED");

/** Switches between light and dark, and stores the choice if the browser allows it. */
function setTheme(theme, button) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  button.textContent = { auto: "\u25d0 Auto", light: "\u2600 Light", dark: "\u263e Dark" }[theme];
  button.setAttribute("aria-label", `Colors: ${theme}`);
}

function themeButton() {
  let theme = "auto";
  try {
    theme = localStorage.getItem(THEME_KEY) ?? "auto";
  } catch {
    // Some browsers have no storage for files.
  }
  if (!THEMES.includes(theme)) theme = "auto";
  const button = html("button", {
    type: "button",
    class: "theme",
    onclick: () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      setTheme(theme, button);
      try {
        localStorage.setItem(THEME_KEY, theme);
      } catch {
        // As above.
      }
    },
  });
  setTheme(theme, button);
  return button;
}

function header() {
  const state = { OPEN: "in progress", ENDED: "ended", CANCELLED: "cancelled" }[tournament.state];
  const time = new Date(tournament.created_at);
  const date = html(
    "time",
    { datetime: tournament.created_at },
    time.toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" }),
  );
  return html(
    "header",
    {},
    html(
      "p",
      { class: "kind" },
      "Go tournament",
      html("span", { class: `state ${tournament.state.toLowerCase()}` }, state),
    ),
    html("h1", {}, html("bdi", {}, tournament.name)),
    html(
      "p",
      { class: "quiet" },
      date,
      ` \u00b7 ${number(players.length)} players \u00b7 ${number(ended.length)} of ${number(games.length)} games`,
    ),
  );
}

function tile(value, name) {
  return html("div", { class: "tile" }, html("dd", {}, value), html("dt", {}, name));
}

function tiles() {
  const [leader] = standings.rows;
  const black = standings.black_advantage;
  const counted = black.wins + black.draws + black.losses;
  const lengths = ended.filter((game) => game.move_count !== undefined).map((game) => game.move_count);
  const median = lengths.sort((one, other) => one - other)[Math.floor((lengths.length - 1) / 2)];
  return html(
    "dl",
    { class: "tiles" },
    tile(leader ? html("bdi", { title: leader.player }, leader.player) : "\u2013", "leader"),
    tile(number(counted), "counted games"),
    tile(counted === 0 ? "\u2013" : percent((black.wins + black.draws / 2) / counted, 1), "Black\u2019s score"),
    tile(median === undefined ? "\u2013" : number(median), "moves in the median game"),
  );
}

/** Returns the value of a setting, any JSON value, in words. */
function inWords(value) {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== "object" || item === null);
    return isPlain && value.length < MAX_ITEMS ? value.map(inWords).join(", ") : `${number(value.length)} of them`;
  }
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).map(([key, item]) => {
      const isNested = typeof item === "object" && item !== null && !Array.isArray(item);
      return `${words(key).toLowerCase()} ${isNested ? `(${inWords(item)})` : inWords(item)}`;
    });
    return parts.join(", ");
  }
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/** Returns a setting as a name and a text; the unit moves from the name to the text. */
function setting([key, value]) {
  if (key === "max_moves" && value === 0) return [words(key), "three times the number of points"];
  if (key === "max_moves" && value === -1) return [words(key), "unlimited"];
  return key.endsWith("_ms") ? [words(key.slice(0, -3)), `${inWords(value)} ms`] : [words(key), inWords(value)];
}

function clip(text) {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\u2026` : text;
}

function settings() {
  const known = {
    ...(typeof tournament.settings === "object" ? tournament.settings : { settings: tournament.settings }),
  };
  // These are elsewhere on the page. The seed is a text, since a 64-bit number would be rounded.
  delete known.players;
  delete known.name;
  delete known.seed;
  const { program, java, system, processor, processor_count: count } = tournament.writer;
  const lines = [
    ...Object.entries(known).map(setting),
    ["Seed", tournament.seed],
    ["Written by", `${program}, Java ${java}`],
    ["On", `${system}, ${count} \u00d7 ${processor}`],
  ];
  const list = lines.flatMap(([name, text]) => [html("dt", {}, name), html("dd", {}, html("bdi", {}, clip(text)))]);
  const kinds = tournament.players.map((player) => {
    const kind = player.settings?.player ?? "";
    return html(
      "li",
      {},
      html("bdi", {}, player.name),
      kind === "" || kind === player.name ? null : html("span", { class: "quiet" }, ` ${kind}`),
      player.settings?.clock ? html("span", { class: "quiet" }, `, clock ${player.settings.clock}`) : null,
    );
  });
  return section(
    "settings",
    "Settings",
    html("dl", { class: "settings" }, ...list),
    html("h3", {}, "Players"),
    html("ul", { class: "kinds" }, ...kinds),
  );
}

function ratings() {
  const scale = standings.is_anchored
    ? "Ratings are on the scale of the anchors."
    : "Ratings are relative to the mean of all players.";
  return section(
    "standings",
    "Standings",
    standingsTable(standings),
    html(
      "p",
      { class: "note" },
      `${scale} An interval contains the true rating with a probability of ${percent(standings.confidence)}.`,
    ),
    html("h3", {}, "Elo ladder"),
    drawToFit(html("div", { class: "fit" }), (width) => ladder(standings, width)),
  );
}

/** Returns a number without trailing zeros. */
function trimmed(value) {
  return number(value, Number.isInteger(value) ? 0 : 1);
}

function test() {
  const { test: sprt } = tournament;
  if (sprt === undefined) return null;
  const h0 = `H0 (elo0 = ${trimmed(sprt.elo0)})`;
  const h1 = `H1 (elo1 = ${trimmed(sprt.elo1)})`;
  const verdict = {
    UNDECIDED: "Not decided yet.",
    ELO0: `Accepted ${h0} against ${h1}.`,
    ELO1: `Accepted ${h1} against ${h0}.`,
    GIVEN_UP: "The test was given up without a decision.",
  }[sprt.verdict];
  const unit = sprt.unit === "PAIR" ? "pairs" : "games";
  const scores = sprt.score_counts.map((count, index) => html("td", {}, number(count)));
  const names = sprt.score_counts.map((_, index) =>
    html(
      "th",
      { scope: "col" },
      String(index / 2)
        .replace(".5", "\u00bd")
        .replace(/^0\u00bd/, "\u00bd"),
    ),
  );
  return section(
    "test",
    "Sequential test",
    html("p", { class: `verdict ${sprt.verdict.toLowerCase()}` }, verdict),
    html(
      "p",
      {},
      `Is ${sprt.candidate} stronger than ${sprt.opponent} by ${trimmed(sprt.elo1)} Elo, or only by ${trimmed(sprt.elo0)}? The log-likelihood ratio after ${number(sprt.course.length - 1)} ${unit} is ${number(sprt.log_likelihood_ratio, 2)}, between the bounds ${number(sprt.lower_bound, 2)} and ${number(sprt.upper_bound, 2)} (errors of ${percent(sprt.alpha, 1)} and ${percent(sprt.beta, 1)}).`,
    ),
    sprt.difference &&
      html(
        "p",
        {},
        `By these ${unit}, ${sprt.candidate} is ${elo(sprt.difference.elo)} Elo from ${sprt.opponent}, between ${elo(sprt.difference.elo_lower)} and ${elo(sprt.difference.elo_upper)} with a probability of ${percent(sprt.difference.confidence)} (normalized Elo ${elo(sprt.difference.normalized_elo)}${plainNormalized(sprt.difference)}). The test chose between two hypotheses. It did not show that the difference is at least as large as either.`,
      ),
    drawToFit(html("div", { class: "fit" }), (width) => course(sprt, width)),
    wideTable(
      "Scores",
      { class: "scores" },
      html(
        "tbody",
        {},
        html("tr", {}, html("th", { scope: "row" }, `Points of a ${unit.slice(0, -1)}`), ...names),
        html("tr", {}, html("th", { scope: "row" }, "How often"), ...scores),
      ),
    ),
  );
}

function colors() {
  const black = standings.black_advantage;
  const count = black.wins + black.draws + black.losses;
  if (count === 0) return null;
  const part = (value, name) =>
    html(
      "span",
      { class: `part ${name}`, "--part": String(value), title: `${name}: ${number(value)}` },
      value / count > 0.08 ? number(value) : "",
    );
  return section(
    "colors",
    "Colors",
    html(
      "div",
      {
        class: "split",
        role: "img",
        "aria-label": `Black won ${black.wins}, drawn ${black.draws}, White won ${black.losses}`,
      },
      part(black.wins, "black"),
      part(black.draws, "draw"),
      part(black.losses, "white"),
    ),
    html(
      "p",
      {},
      `Black has ${record(black)} (won\u2013drawn\u2013lost). The advantage of Black is ${elo(black.elo, false)} Elo including komi, between ${elo(black.elo_lower, false)} and ${elo(black.elo_upper, false)}.`,
    ),
  );
}

function duplicates() {
  if (standings.duplicates.length === 0) return html("p", { class: "note" }, "No game was repeated move by move.");
  const lines = standings.duplicates.map((duplicate) => {
    const links = duplicate.games.flatMap((game, index) => [
      index === 0 ? "" : ", ",
      html("a", { href: `#game-${game}` }, game),
    ]);
    return html(
      "li",
      {},
      html("bdi", {}, duplicate.black),
      " with Black against ",
      html("bdi", {}, duplicate.white),
      ": games ",
      ...links,
    );
  });
  return html(
    "details",
    {},
    html("summary", {}, `${number(lines.length)} games were repeated move by move`),
    html("ul", {}, ...lines),
  );
}

function shape() {
  if (tournament.game_lengths.counts.length === 0) return null;
  return section(
    "lengths",
    "Lengths of games",
    drawToFit(html("div", { class: "fit" }), (width) => lengths(tournament.game_lengths, width)),
    html("p", { class: "note" }, "Moves per game, including passes and the opening."),
    duplicates(),
  );
}

/** Returns the normalized Elo without regularization, in words; nothing if all scores are equal. */
function plainNormalized({ plain_normalized_elo: plain }) {
  return plain === undefined ? "" : `, ${elo(plain)} without regularization`;
}

function times() {
  if (tournament.times.length === 0) return null;
  const total = tournament.times.reduce((sum, time) => sum + time.per_game.total_us, 0);
  return section(
    "times",
    "Time",
    timesTable(tournament.times),
    html(
      "p",
      { class: "note" },
      `Time from the offer of a turn to the answer; ${duration(total)} in total. Opening moves take no time.`,
    ),
  );
}

/** The two square tables, in two columns if they are small. */
function squares() {
  return [
    section("crosstable", "Crosstable", crosstable(standings)),
    section("superiority", "Who is stronger, in %", superiorityTable(standings)),
  ];
}

/** The sections in order. */
function arranged(sections) {
  if (standings.rows.length > MAX_BESIDE) return sections;
  const pair = sections.filter((one) => SQUARES.includes(one.id));
  const place = sections.findIndex((one) => SQUARES.includes(one.id));
  const others = sections.filter((one) => !SQUARES.includes(one.id));
  return place < 0 ? sections : others.toSpliced(place, 0, html("div", { class: "beside" }, ...pair));
}

function page() {
  const list = new Games(games, players);
  const hasRows = standings.rows.length > 1;
  const sections = [
    hasRows ? ratings() : null,
    test(),
    ...(hasRows ? squares() : []),
    section("games", "Games", list.element),
    section("verdicts", "How games ended", verdictTable(players, tournament.verdicts)),
    shape(),
    times(),
    colors(),
    settings(),
  ].filter((one) => one !== null);
  const links = sections.map((one) => html("a", { href: `#${one.id}` }, one.querySelector("h2").textContent));
  document.title = `${visible(tournament.name)} \u2013 Tengen`;
  document.body.append(
    html("nav", { "aria-label": "Sections of this page" }, html("div", { class: "links" }, ...links), themeButton()),
    html("main", {}, header(), tiles(), ...arranged(sections)),
    html(
      "footer",
      { class: "quiet" },
      "Other files of this report: games.zip (SGF), games.pgn, tournament.json, games.csv, standings.csv. Written by ",
      tournament.writer.program,
      ".",
    ),
  );
  list.open();
}

page();
