// The menu at the top of the page.

/** Marks the page of the menu with this name as the current one; none if it is null. */
export function markPage(name) {
  for (const tab of document.querySelectorAll("[data-page]")) {
    if (tab.dataset.page === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}
