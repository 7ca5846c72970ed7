// Calls to the server. Paths are relative, so that the page may lie below any path of a proxy.

const TOKEN = "tengen-token";

/** What the server answered that is no success; `details` names the field, the value and what is allowed. */
export class ServerError extends Error {
  constructor(details) {
    super(details.message ?? "the server did not say what is wrong");
    this.details = details;
  }
}

/** The token that was given in this tab, if any. */
export function token() {
  return sessionStorage.getItem(TOKEN) ?? "";
}

/** Keeps a token for this tab. */
export function keepToken(text) {
  sessionStorage.setItem(TOKEN, text);
}

/** Asks for JSON. */
export function get(path) {
  return call(path, { headers: headers() });
}

/** Sends JSON, to change something. */
export function post(path, body) {
  const type = { "Content-Type": "application/json" };
  return call(path, { method: "POST", headers: { ...headers(), ...type }, body: JSON.stringify(body) });
}

function headers() {
  return token() === "" ? {} : { "Tengen-Token": token() };
}

async function call(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, credentials: "omit", cache: "no-store" });
  } catch {
    throw new ServerError({ reason: "UNREACHABLE", message: "the server does not answer" });
  }
  const json = await response.json().catch(() => ({}));
  if (!response.ok) throw new ServerError(json);
  return json;
}

/**
 * Keeps up to date with what is told at a path: `on.state(json)` after each change, `on.gone()` once there is nothing more
 * to see, `on.full()` where the server tells nobody else, `on.connected(isConnected)` as the line is lost and found. Returns
 * what ends it.
 */
export function live(path, on) {
  const source = new EventSource(path);
  source.addEventListener("open", () => on.connected?.(true));
  source.addEventListener("error", () => on.connected?.(false));
  source.addEventListener("state", (event) => on.state(JSON.parse(event.data)));
  for (const name of ["gone", "full"]) {
    source.addEventListener(name, () => {
      source.close();
      on[name]?.();
    });
  }
  return () => source.close();
}
