import type { KeyMeaning } from "@/components/ui/key-list";

export const KEYS: readonly KeyMeaning[] = [
  {
    keys: [
      ["Ctrl", "K"],
      ["⌘", "K"],
    ],
    meaning: "Command menu",
  },
  { keys: [["J"]], meaning: "Next row, or next item in a review" },
  { keys: [["K"]], meaning: "Previous row, or previous item in a review" },
  { keys: [["Enter"]], meaning: "Open the row" },
  { keys: [["N"]], meaning: "New request" },
  { keys: [["/"]], meaning: "Go to the search field" },
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
  { keys: [["F6"]], meaning: "Go to the message with “Undo”" },
  { keys: [["?"]], meaning: "Keyboard shortcuts" },
  { keys: [["Esc"]], meaning: "Close a menu, dialog or form" },
];
