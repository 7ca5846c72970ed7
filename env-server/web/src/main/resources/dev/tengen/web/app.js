// The page: chooses the view, the theme, and logs in and out.

import { make } from "./dom.js";
import { showGame } from "./game.js";
import { showHome } from "./home.js";
import { showLadder, showLadderPlayer } from "./ladder.js";
import { markPage } from "./menu.js";
import { splitAddress } from "./permalink.js";
import { showNewTournament } from "./newtournament.js";
import { showPlay } from "./play.js";
import { showPlayer } from "./player.js";
import { showProblem } from "./problem.js";
import * as server from "./server.js";
import { setTitle } from "./title.js";
import { showTournament } from "./tournament.js";
import { showTournaments } from "./tournaments.js";

const THEME = "tengen-theme";

/** How often the page looks whether the server is there. */
const CONNECTION_CHECK_MS = 5_000;

const main = document.querySelector("#main");
let leave = () => {};

/**
 * The views by path. A view gets its element, the parameters of the path, what the server offers, and the position in
 * the address.
 */
const VIEWS = [
  [/^\/$/, "home", showHome],
  [/^\/play$/, "play", showPlay],
  [/^\/session\/([^/]+)$/, "home", (place, [id], ...more) => showGame(place, `api/sessions/${id}`, ...more)],
  [/^\/ladder$/, "ladder", (place, _, info) => showLadder(place, info)],
  [/^\/ladder\/player\/([^/]+)$/, "ladder", (place, [player]) => void showLadderPlayer(place, player)],
  [/^\/tournaments$/, "home", (place, _, info) => showTournaments(place, info)],
  [/^\/tournaments\/new$/, "home", (place, _, info) => showNewTournament(place, info)],
  [/^\/tournament\/([^/]+)$/, "home", (place, [name], info) => showTournament(place, name, info)],
  [/^\/tournament\/([^/]+)\/player\/([^/]+)$/, "home", (place, [name, player]) => void showPlayer(place, name, player)],
  [
    /^\/tournament\/([^/]+)\/game\/([^/]+)$/,
    "home",
    (place, [name, id], ...more) => showGame(place, `api/tournaments/${name}/games/${id}`, ...more),
  ],
];

/** A link of a spectator: the path, and a token that a browser sends to no server by itself. */
const SPECTATOR_LINK = /^(\/session\/[^/?]+)\?token=(.+)$/;

let info = null;
let login = null;

async function show() {
  leave();
  leave = () => {};
  const address = location.hash.slice(1) || "/";
  const invitation = SPECTATOR_LINK.exec(address);
  if (invitation) {
    await follow(invitation);
    return;
  }
  const [path, position] = splitAddress(address);
  const view = VIEWS.find(([pattern]) => pattern.test(path));
  markPage(view ? view[1] : null);
  if (!view) {
    showProblem(main, "There is no such page.");
    return;
  }
  try {
    login ??= await server.login();
    showLoginButton();
    showLadderTab();
    if (login.is_login_needed && login.principal === undefined) {
      setTitle("Log in");
      const words = make("p", { className: "empty" }, "Log in with a token of this server to see its games.");
      main.replaceChildren(make("h1", { className: "unseen" }, "Log in"), words);
      askToken();
      return;
    }
    info ??= { ...(await server.get("api/info")), ...login };
    showLadderTab();
    if (address !== (location.hash.slice(1) || "/")) return;
    main.replaceChildren();
    leave = view[2](main, view[0].exec(path).slice(1), info, position) ?? (() => {});
  } catch (error) {
    showProblem(main, "This page cannot be shown.", error.message);
  }
}

/** Logs in with the token of a link, and shows its path. The token does not stay in the history. */
async function follow([, path, token]) {
  history.replaceState(null, "", `#${path}`);
  try {
    login = await server.login();
    if (login.is_login_needed) login = await server.logIn(token);
    info = null;
  } catch {
    login = null; // The view says what is wrong, or asks for a token.
  }
  await show();
}

function showTheme() {
  const theme = localStorage.getItem(THEME);
  if (theme) document.documentElement.dataset.theme = theme;
}

function switchTheme() {
  const isDark = getComputedStyle(document.documentElement).colorScheme;
  const now = isDark === "dark" || isDark === "light" ? isDark : systemTheme();
  localStorage.setItem(THEME, now === "dark" ? "light" : "dark");
  showTheme();
}

function systemTheme() {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function showLoginButton() {
  const button = document.querySelector("#login-button");
  button.hidden = !login.is_login_possible;
  button.textContent = login.principal === undefined ? "Log in" : "Log out";
  const who = document.querySelector("#login-name");
  who.hidden = login.principal === undefined;
  who.textContent = who.hidden ? "" : `${login.principal} (${login.role})`;
}

/** The tab is there once it is known that the server has a ladder. */
function showLadderTab() {
  document.querySelector('[data-page="ladder"]').hidden = !info?.has_ladder;
}

async function logInOrOut() {
  if (login.principal === undefined) {
    askToken();
    return;
  }
  leave();
  leave = () => {};
  try {
    login = await server.logOut();
  } catch {
    login = null; // It has ended already.
  }
  info = null;
  show();
}

function askToken() {
  const dialog = document.querySelector("#login-dialog");
  document.querySelector("#login-problem").textContent = "";
  document.querySelector("#token-field").value = "";
  if (!dialog.open) dialog.showModal();
}

async function takeToken(event) {
  if (event.submitter?.value !== "log-in") return;
  event.preventDefault();
  const field = document.querySelector("#token-field");
  try {
    login = await server.logIn(field.value);
    field.value = "";
    info = null;
    document.querySelector("#login-dialog").close();
    show();
  } catch (error) {
    const isWrong = error.details.reason === "UNAUTHENTICATED";
    document.querySelector("#login-problem").textContent = isWrong ? "The token is not valid." : error.message;
  }
}

function loggedOut() {
  if (login === null) return;
  login = null;
  info = null;
  show();
}

showTheme();
document.querySelector("#theme-button").addEventListener("click", switchTheme);
document.querySelector("#login-button").addEventListener("click", logInOrOut);
document.querySelector("#login-dialog form").addEventListener("submit", takeToken);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", show);
addEventListener(server.LOGGED_OUT, loggedOut);
addEventListener(server.CONNECTION, ({ detail: isConnected }) => {
  const offline = document.querySelector("#offline");
  if (offline.hidden !== isConnected) offline.hidden = isConnected;
});
setInterval(server.checkConnection, CONNECTION_CHECK_MS);
// A page in the back/forward cache would keep its connection, and a browser opens at most six to a server.
addEventListener("pagehide", () => {
  leave();
  leave = () => {};
});
addEventListener("pageshow", (event) => event.persisted && show());
show();
