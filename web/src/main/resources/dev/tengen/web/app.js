// The page: chooses the view, the theme, and asks for the token.

import { make } from "./dom.js";
import { showGame } from "./game.js";
import { showHome } from "./home.js";
import { showPlay } from "./play.js";
import * as server from "./server.js";
import { showTournament } from "./tournament.js";

const THEME = "tengen-theme";
const main = document.querySelector("#main");
let leave = () => {};

/** The views by path. A view gets its element, the parameters of the path, and what the server offers. */
const VIEWS = [
  [/^\/$/, "home", showHome],
  [/^\/play$/, "play", showPlay],
  [/^\/session\/([^/]+)$/, "home", (place, [id], info) => showGame(place, `api/sessions/${id}`, info)],
  [/^\/tournament\/([^/]+)$/, "home", (place, [name], info) => showTournament(place, name, info)],
  [
    /^\/tournament\/([^/]+)\/game\/([^/]+)$/,
    "home",
    (place, [name, id], info) => showGame(place, `api/tournaments/${name}/games/${id}`, info),
  ],
];

let info = null;

async function show() {
  leave();
  leave = () => {};
  const path = location.hash.slice(1) || "/";
  const view = VIEWS.find(([pattern]) => pattern.test(path));
  for (const tab of document.querySelectorAll("nav a")) {
    if (view && tab.dataset.page === view[1]) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (!view) {
    main.replaceChildren(make("p", {}, "There is no such page."));
    return;
  }
  try {
    info ??= await server.get("api/info");
    showTokenButton();
    if (path !== (location.hash.slice(1) || "/")) return;
    main.replaceChildren();
    leave = view[2](main, view[0].exec(path).slice(1), info) ?? (() => {});
  } catch (error) {
    main.replaceChildren(make("p", { className: "problem", role: "alert" }, error.message));
  }
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

function showTokenButton() {
  const button = document.querySelector("#token-button");
  button.hidden = !info.is_token_needed;
  button.textContent = info.may_change ? "Signed in" : "Sign in";
}

function askToken() {
  document.querySelector("#token-problem").textContent = "";
  document.querySelector("#token-field").value = server.token();
  document.querySelector("#token-dialog").showModal();
}

async function takeToken(event) {
  if (event.submitter?.value !== "save") return;
  event.preventDefault();
  server.keepToken(document.querySelector("#token-field").value);
  try {
    info = await server.get("api/info");
    if (!info.may_change) {
      document.querySelector("#token-problem").textContent = "Wrong token.";
      return;
    }
    document.querySelector("#token-dialog").close();
    show();
  } catch (error) {
    document.querySelector("#token-problem").textContent = error.message;
  }
}

showTheme();
document.querySelector("#theme-button").addEventListener("click", switchTheme);
document.querySelector("#token-button").addEventListener("click", askToken);
document.querySelector("#token-dialog form").addEventListener("submit", takeToken);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", show);
// A page in the back/forward cache would keep its connection, and a browser opens at most six to a server.
addEventListener("pagehide", () => {
  leave();
  leave = () => {};
});
addEventListener("pageshow", (event) => event.persisted && show());
show();
