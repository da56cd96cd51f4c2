/**
 * Below 768 px, each row is a card. The anchor with the classes `ROW_LINK` makes the whole row a
 * link.
 */
export const TABLE =
  "bleed w-[calc(100%+2*var(--gutter))] table-fixed border-collapse max-md:block max-md:[&>tbody]:block";

export const HEAD =
  "sticky top-13 z-[5] bg-sunken text-left text-2xs text-ink-subtle max-md:sr-only [&_th]:h-8.5 [&_th]:border-y [&_th]:border-line [&_th]:px-3 md:max-side:[&_th]:px-2 [&_th]:font-semibold [&_th]:whitespace-nowrap [&_th:first-child]:pl-(--gutter) [&_th:last-child]:pr-(--gutter)";

export const SKELETON_ROW =
  "h-11.25 border-b border-line first:border-t-0 max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:items-center max-md:gap-x-3 max-md:px-(--gutter) max-md:py-2.5 max-md:first:border-t";

export const ROW = `record ${SKELETON_ROW}`;

const WIDTHS = ["w-3/5", "w-[45%]", "w-[70%]"] as const;

export const skeletonWidth = (row: number) => WIDTHS[row % WIDTHS.length];

export const CELL =
  "px-3 py-0.75 align-middle md:max-side:px-2 md:first:pl-(--gutter) md:last:pr-(--gutter) max-md:p-0";

export const ROW_LINK = "row-link after:absolute after:inset-0";
