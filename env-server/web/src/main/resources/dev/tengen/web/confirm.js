// Buttons whose action cannot be taken back: another button beside them confirms it.

import { make } from "./dom.js";

/**
 * Returns a button that runs `action`, with its question. If `isFinal` returns true at a click, the buttons "No" and `sureText`
 * appear beside the button, which keeps its place: the second click of a double click confirms nothing. The focus moves to "No".
 * Escape, and leaving the buttons, mean no.
 */
export function confirmButton(text, sureText, action, isFinal = () => true) {
  const button = make("button", { type: "button" }, text);
  const no = make("button", { type: "button" }, "No");
  const sure = make("button", { type: "button", className: "sure" }, sureText);
  const question = make("span", { className: "question", role: "group", ariaLabel: `${sureText}?`, hidden: true }, no, sure);
  const element = make("span", { className: "confirm" }, button, question);
  const answer = (isSure) => {
    const hadFocus = question.contains(document.activeElement);
    question.hidden = true;
    if (hadFocus) button.focus();
    if (isSure) action();
  };
  button.addEventListener("click", () => {
    if (isFinal()) {
      question.hidden = false;
      no.focus();
    } else {
      answer(true);
    }
  });
  no.addEventListener("click", () => answer(false));
  sure.addEventListener("click", () => answer(true));
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || question.hidden) return;
    event.preventDefault();
    answer(false);
  });
  element.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget !== null && !element.contains(relatedTarget)) question.hidden = true;
  });
  return element;
}
