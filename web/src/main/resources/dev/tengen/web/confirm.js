// Buttons whose action cannot be taken back: a second click confirms it.

import { make } from "./dom.js";

/**
 * Returns a button that runs `action`. If `isFinal` returns true at the first click, the button shows `sureText`, and a second
 * click runs the action. Leaving the button takes the question back.
 */
export function confirmButton(text, sureText, action, isFinal = () => true) {
  const button = make("button", { type: "button" }, text);
  let isAsked = false;
  const ask = (value) => {
    isAsked = value;
    button.textContent = value ? sureText : text;
  };
  button.addEventListener("click", () => {
    const isSure = isAsked || !isFinal();
    ask(!isSure);
    if (isSure) action();
  });
  button.addEventListener("blur", () => ask(false));
  return button;
}
