/** One row of the sidebar: an icon of 40 px in the rail, an icon and a name in the sidebar. */
export const NAV_ROW =
  "relative flex min-h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-ink-muted hover:bg-hover-canvas pointer-coarse:min-h-11 max-side:min-h-10 max-side:justify-center max-side:px-0";
