// The title of the document: what is shown, then the name of the program.

import { visible } from "./elements.js";

const PROGRAM = "Tengen";

/** Sets the title. The title of the home view is the name of the program alone. */
export function setTitle(text = "") {
  document.title = text === "" ? PROGRAM : `${visible(text)} · ${PROGRAM}`;
}
