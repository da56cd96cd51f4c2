/** Excludes menus, because an open menu covers the page. */
export const SECTIONS = "details:not([data-menu])";

export function openAround(element: Element, selector = "details"): void {
  let details = element.closest<HTMLDetailsElement>(selector);
  while (details) {
    details.open = true;
    details = details.parentElement?.closest<HTMLDetailsElement>(selector) ?? null;
  }
}
