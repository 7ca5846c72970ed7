// What a view shows instead of its content if there is nothing to show.

import { link, make } from "./dom.js";
import { setTitle } from "./title.js";

/** Shows in `place` that something is missing: a sentence as heading and title, the reason if there is one, and a way back. */
export function showProblem(place, heading, reason = "") {
  setTitle(heading.replace(/\.$/, ""));
  const why = reason === "" ? null : make("p", { className: "problem", role: "alert" }, sentence(reason));
  place.replaceChildren(make("h1", {}, heading), why ?? "", make("p", {}, link("/", "Watch the games of this server")));
}

/** Returns a message of the server as a sentence. */
export function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
}
