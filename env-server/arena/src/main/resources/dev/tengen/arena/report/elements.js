// Creates elements, and formats words and numbers. Data of a tournament becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";
const MICROS = { s: 1e6, min: 60e6, h: 3600e6 };

/** Returns a new HTML element; `attributes` may contain functions, as in {onclick}. */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Returns a new SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Returns a section with a heading; null children are left out. */
export function section(id, title, ...children) {
  const heading = html("h2", { id: `${id}-title` }, title);
  return html("section", { id, class: "card", "aria-labelledby": heading.id }, heading, ...children);
}

/** Returns a table that scrolls horizontally if it is too wide. */
export function wideTable(label, attributes, ...children) {
  const table = html("table", attributes, ...children);
  return html("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label }, table);
}

/** Calls `draw` with the width of an element now, and after each change. An element that is hidden keeps its content. */
export function drawToFit(element, draw) {
  let width = 0;
  new ResizeObserver(() => {
    if (element.clientWidth === width || element.clientWidth === 0) return;
    width = element.clientWidth;
    element.replaceChildren(draw(width));
  }).observe(element);
  return element;
}

/**
 * Returns text with control, format and separator characters as escapes, so that it reads as it is stored where no element isolates its
 * direction: in titles and file names.
 */
export function visible(text) {
  const unit = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => character.split("").map(unit).join(""));
}

/** Returns a number with a typographic minus sign. */
export function number(value, digits = 0) {
  const text = Math.abs(value).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (value < 0 && Number(text.replaceAll(",", "")) !== 0 ? "\u2212" : "") + text;
}

/** Returns a rating; a relative one has a sign. */
export function elo(value, isAnchored) {
  const text = number(value);
  return isAnchored || text.startsWith("\u2212") || text === "0" ? text : `+${text}`;
}

/** Returns a share as a percentage. */
export function percent(share, digits = 0) {
  return `${number(100 * share, digits)}\u202f%`;
}

/** Returns a probability that was estimated from samples; it is never exactly 0 or 1. */
export function likelihood(probability) {
  if (probability >= 0.9995) return ">\u202f99.9\u202f%";
  if (probability < 0.0005) return "<\u202f0.1\u202f%";
  return percent(probability, 1);
}

/** Returns points, which are multiples of a half. */
export function points(value) {
  const whole = Math.floor(value);
  if (whole === value) return number(value);
  return whole === 0 ? "\u00bd" : `${number(whole)}\u00bd`;
}

/** Returns a time in microseconds as text. */
export function duration(micros) {
  if (micros < 1000) return `${micros}\u202fµs`;
  if (micros < MICROS.s) return `${short(micros / 1000)}\u202fms`;
  if (micros < MICROS.min) return `${short(micros / MICROS.s)}\u202fs`;
  if (micros < MICROS.h) return `${short(micros / MICROS.min)}\u202fmin`;
  return `${short(micros / MICROS.h)}\u202fh`;
}

function short(value) {
  return Number(value.toPrecision(value < 100 ? 2 : 3)).toLocaleString("en");
}

/** Returns words for a name in capitals, as in "ILLEGAL_MOVE". */
export function words(name) {
  const text = name.replaceAll("_", " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns wins, draws and losses of a tally, as in "5–0–2". */
export function record({ wins, draws, losses }) {
  return [wins, draws, losses].map((count) => number(count)).join("\u2013");
}
