export const MENU =
  "animate-appear absolute z-30 mt-1 w-64 max-w-[calc(100vw-1rem)] raised rounded-lg p-1.5 text-sm";

/** The button “…” that opens a menu. Give the button an `aria-label` and the same `title`. */
export const MORE_BUTTON =
  "size-8 list-none px-0 pointer-coarse:size-11 [&::-webkit-details-marker]:hidden";

export const MENU_ROW =
  "flex min-h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-left font-medium hover:bg-hover pointer-coarse:min-h-11";

export const MENU_LINE = "my-1 border-t border-line";
