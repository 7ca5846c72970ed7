// A command to copy.

import { make } from "./dom.js";

/** Returns a command with a button that copies it; `what` names it for people who use a screen reader. */
export function copyable(command, what) {
  // Browsers would break lines within an option.
  const words = command.split(" ").flatMap((word, index) => [index > 0 ? " " : "", make("span", {}, word)]);
  const code = make("code", {}, ...words);
  const button = make("button", { type: "button", className: "quiet", ariaLabel: `Copy ${what}` }, "Copy");
  const state = make("output", { className: "total" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command);
      state.textContent = "Copied";
    } catch {
      // Browsers let pages write to the clipboard only over HTTPS and on the server's own machine.
      getSelection().selectAllChildren(code);
      state.textContent = "Selected: copy it with Ctrl+C";
    }
  });
  return make("div", { className: "copyable" }, make("pre", {}, code), make("div", { className: "row" }, button, state));
}
