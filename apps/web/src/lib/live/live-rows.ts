const KEY = "data-live-row";

/**
 * A row is highlighted when its key changes, so include every value whose change the user should
 * notice.
 */
export const liveRow = (...key: readonly unknown[]) => ({ [KEY]: key.join(":") });

const rows = () => document.querySelectorAll(`main [${KEY}]`);

export function readRowKeys(): ReadonlySet<string | null> {
  return new Set([...rows()].map((row) => row.getAttribute(KEY)));
}

export function fadeNewRows(known: ReadonlySet<string | null>): void {
  // Animations that a script starts ignore the rule in the style sheet for reduced motion.
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of rows()) {
    if (known.has(row.getAttribute(KEY))) continue;
    row.animate([{ backgroundColor: "var(--color-accent-soft)" }, {}], {
      duration: 1_200,
      easing: "ease-out",
    });
  }
}
