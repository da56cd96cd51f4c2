/** For the list that `?` opens and for the help page. */
export const KEYS = [
  ["Ctrl K or ⌘ K", "Commands"],
  ["J, K", "Next and previous row in a list, or item in a review"],
  ["Enter", "Open the row"],
  ["N", "New request"],
  ["/", "Search"],
  ["A", "Review: accept"],
  ["M", "Review: ask for more"],
  ["R", "Review: return"],
  ["Ctrl Enter or ⌘ Enter", "Review: submit after M or R"],
  ["W", "Review: waive"],
  ["F6", "Move to the Undo message"],
  ["?", "This list"],
  ["Esc", "Close"],
] as const;
