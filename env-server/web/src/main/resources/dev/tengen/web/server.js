// Requests to the server. Paths are relative, so that a proxy can serve the page below any path.

/** The name of the event that the login of this browser has ended. */
export const LOGGED_OUT = "tengen-logged-out";

let csrfToken;

/** The name of the event that the connection to the server was lost or restored: `detail` is whether it is there. */
export const CONNECTION = "tengen-connection";

/** An error response; `details` has its reason, message and, if one is wrong, field, value and allowed. */
export class ServerError extends Error {
  constructor(details) {
    super(details.message ?? "unknown error");
    this.details = details;
  }
}

/** Returns who this browser is, and what it may do. */
export function login() {
  return keep(get("api/login"));
}

/** Exchanges a token for a login, whose cookie scripts cannot read. Returns the same. */
export function logIn(token) {
  return keep(post("api/login", { token }));
}

/** Ends the login. Returns the same. */
export function logOut() {
  return keep(post("api/logout", {}));
}

async function keep(response) {
  const state = await response;
  csrfToken = state.csrf_token;
  return state;
}

/** Gets JSON. */
export function get(path) {
  return call(path, {});
}

/** Posts JSON, to change something. */
export function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  if (csrfToken !== undefined) headers["Tengen-Csrf"] = csrfToken;
  return call(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function call(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, credentials: "same-origin", cache: "no-store" });
  } catch {
    reportConnection(false);
    throw new ServerError({ reason: "UNREACHABLE", message: "the server does not answer" });
  }
  reportConnection(true);
  const json = await response.json().catch(() => ({}));
  if (response.status === 401 && path !== "api/login") dispatchEvent(new Event(LOGGED_OUT));
  if (!response.ok) throw new ServerError(json);
  return json;
}

/**
 * Receives the server-sent events of a path: `on.state(json)` after each change, `on.gone()` when there will be no more,
 * `on.watching(count)` with the number of browsers that watch a game, `on.full()` if the server follows no more browsers.
 * Returns a function that ends this.
 */
export function live(path, on) {
  const source = new EventSource(path);
  source.addEventListener("open", () => reportConnection(true));
  source.addEventListener("error", () => reportConnection(false));
  source.addEventListener("state", (event) => on.state(JSON.parse(event.data)));
  source.addEventListener("watching", (event) => on.watching?.(JSON.parse(event.data).count));
  for (const name of ["gone", "full"]) {
    source.addEventListener(name, () => {
      source.close();
      on[name]?.();
      if (name === "gone" && csrfToken !== undefined) checkLogin();
    });
  }
  return () => source.close();
}

/** A stream also ends when the login does. */
async function checkLogin() {
  const before = csrfToken;
  const state = await login().catch(() => null);
  if (state && state.csrf_token !== before) dispatchEvent(new Event(LOGGED_OUT));
}

function reportConnection(isConnected) {
  dispatchEvent(new CustomEvent(CONNECTION, { detail: isConnected }));
}

/** Asks the server for a small file, so that a view that asks for nothing by itself also notices a lost connection. */
export async function checkConnection() {
  try {
    await fetch("page/icon.svg", { method: "HEAD", cache: "no-store" });
    reportConnection(true);
  } catch {
    reportConnection(false);
  }
}
