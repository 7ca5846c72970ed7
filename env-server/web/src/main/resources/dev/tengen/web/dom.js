// Elements of the page. Children that are texts become text nodes, so nothing that anybody is called is read as markup.

/** Returns a new element; properties that elements do not have are set as attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Returns a link within the page. */
export function link(path, ...children) {
  return make("a", { href: `#${path}` }, ...children);
}

/** Returns a section with a heading. */
export function section(title, ...children) {
  return make("section", {}, make("h2", {}, title), ...children);
}

/** Returns a field of a form with its label. */
export function field(label, control) {
  return make("label", { className: "field" }, make("span", {}, label), control);
}

/** Returns a list to choose from; choices are names, or pairs of a value and a name. */
export function select(name, choices, chosen) {
  const options = choices.map((choice) => {
    const [value, text] = Array.isArray(choice) ? choice : [choice, choice];
    return make("option", { value, selected: value === chosen }, text);
  });
  return make("select", { name }, ...options);
}

/** Returns "1 move", "2 moves". */
export function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
