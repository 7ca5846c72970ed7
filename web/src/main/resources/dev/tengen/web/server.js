// Requests to the server. Paths are relative, so that a proxy can serve the page below any path.

const TOKEN = "tengen-token";

/** An error response; `details` has its reason, message and, if one is wrong, field, value and allowed. */
export class ServerError extends Error {
  constructor(details) {
    super(details.message ?? "unknown error");
    this.details = details;
  }
}

/** Returns the token of this tab; empty if there is none. */
export function token() {
  return sessionStorage.getItem(TOKEN) ?? "";
}

/** Stores a token for this tab. */
export function keepToken(text) {
  sessionStorage.setItem(TOKEN, text);
}

/** Gets JSON. */
export function get(path) {
  return call(path, { headers: headers() });
}

/** Posts JSON, to change something. */
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
 * Receives the server-sent events of a path: `on.state(json)` after each change, `on.gone()` when there will be no more,
 * `on.full()` if the server follows no more browsers, `on.connected(isConnected)` when the connection is lost or restored.
 * Returns a function that ends this.
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
