/** Keys of a firm's pages and what they do: for the sheet behind `?` and for the page of help. */
export const KEYS = [
  ["Ctrl K or ⌘ K", "Commands"],
  ["J, K", "Next and previous row of a list, or item under review"],
  ["Enter", "Open the row"],
  ["N", "New request"],
  ["/", "Search"],
  ["A", "Review: accept"],
  ["M", "Review: ask for more"],
  ["R", "Review: return"],
  ["Ctrl Enter or ⌘ Enter", "Review: submit what M or R chose"],
  ["W", "Review: waive"],
  ["F6", "To a message that offers to undo"],
  ["?", "This list"],
  ["Esc", "Close"],
] as const;
