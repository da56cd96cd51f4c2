import type { KeyMeaning } from "@/components/ui/key-list";

/**
 * The keyboard shortcuts of staff pages. If a shortcut has two key combinations, each is for one kind
 * of keyboard, such as Ctrl and ⌘, or for one direction, such as J and K.
 */
export const KEYS: readonly KeyMeaning[] = [
  {
    keys: [
      ["Ctrl", "K"],
      ["⌘", "K"],
    ],
    meaning: "Command menu",
  },
  { keys: [["J"], ["K"]], meaning: "Next or previous row in a list, or item in a review" },
  { keys: [["Enter"]], meaning: "Open the row" },
  { keys: [["N"]], meaning: "New request" },
  { keys: [["/"]], meaning: "Search" },
  { keys: [["V"]], meaning: "Request: open the first answer to review" },
  { keys: [["A"]], meaning: "Review: accept" },
  { keys: [["R"]], meaning: "Review: return" },
  { keys: [["M"]], meaning: "Review: ask for more" },
  { keys: [["W"]], meaning: "Review: waive" },
  {
    keys: [
      ["Ctrl", "Enter"],
      ["⌘", "Enter"],
    ],
    meaning: "Review: confirm the decision and its note",
  },
  { keys: [["Z"]], meaning: "Undo the last decision" },
  { keys: [["F6"]], meaning: "Move to the Undo message" },
  { keys: [["?"]], meaning: "This list" },
  { keys: [["Esc"]], meaning: "Close" },
];
