import { expect, test } from "vitest";
import { type KeyPlace, toModeCommand } from "@/lib/browser/mode-keys";

type Mode = "accepted" | "partial" | "returned" | "waived";

const PAGE: KeyPlace = {
  isDialog: false,
  isField: false,
  isInForm: false,
  isBody: true,
  isTaken: false,
};
const LINK: KeyPlace = { ...PAGE, isBody: false };
const DIALOG: KeyPlace = { ...LINK, isDialog: true, isTaken: true };
const OTHER_FIELD: KeyPlace = { ...LINK, isField: true, isTaken: true };
const NOTE: KeyPlace = { ...OTHER_FIELD, isInForm: true };
const BUTTON: KeyPlace = { ...LINK, isInForm: true };
/** The user turned off single-key shortcuts. */
const OFF: KeyPlace = { ...PAGE, isTaken: true };

const ALL: readonly Mode[] = ["accepted", "partial", "returned", "waived"];
const OPEN_KEYS: Record<string, Mode> = { m: "partial", r: "returned", w: "waived" };
const SUBMIT_KEYS: Record<string, Mode> = { a: "accepted" };

const IDLE = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
};
type Press = Partial<typeof IDLE> & { key: string };

const commandOf = (
  press: Press,
  place: KeyPlace,
  mode: Mode | null,
  available: readonly Mode[] = ALL,
) =>
  toModeCommand({ ...IDLE, ...press }, place, {
    mode,
    available,
    openKeys: OPEN_KEYS,
    submitKeys: SUBMIT_KEYS,
  });

const close = { do: "close" };
const submit = (mode: Mode) => ({ do: "submit", mode });
const opening = (mode: Mode) => ({ do: "open", mode });

test.each([
  ["a", submit("accepted")],
  ["A", submit("accepted")],
  ["r", opening("returned")],
  ["M", opening("partial")],
  ["w", opening("waived")],
  ["x", null],
  ["Escape", null],
  ["Enter", null],
])("while the form is closed, the key %s gives the command %o", (key, command) => {
  expect(commandOf({ key }, PAGE, null)).toEqual(command);
});

test("while the form is open, A does nothing, and R, M and W change the mode", () => {
  expect(commandOf({ key: "a" }, PAGE, "returned")).toBeNull();
  expect(commandOf({ key: "w" }, PAGE, "returned")).toEqual(opening("waived"));
});

test("a key whose mode is not available does nothing", () => {
  expect(commandOf({ key: "r" }, PAGE, null, ["waived"])).toBeNull();
  expect(commandOf({ key: "w" }, PAGE, null, ["waived"])).toEqual(opening("waived"));
});

test.each([["ctrlKey"], ["metaKey"], ["altKey"], ["repeat"]] as const)(
  "single keys do nothing if the event has %s",
  (name) => {
    for (const key of ["a", "r"]) expect(commandOf({ key, [name]: true }, PAGE, null)).toBeNull();
  },
);

test("single keys do nothing in a field or a dialog, or if the user turned off single-key shortcuts", () => {
  for (const place of [NOTE, OTHER_FIELD, DIALOG, OFF]) {
    expect(commandOf({ key: "a" }, place, null)).toBeNull();
    expect(commandOf({ key: "r" }, place, "waived")).toBeNull();
  }
});

test.each([
  ["the page", close, PAGE],
  ["a link", close, LINK],
  ["the note", close, NOTE],
  ["a page without single keys", close, OFF],
  ["a field of another form", null, OTHER_FIELD],
  ["a dialog", null, DIALOG],
])("while the form is open, Escape in %s gives the command %o", (_, command, place) => {
  expect(commandOf({ key: "Escape" }, place, "returned")).toEqual(command);
});

test.each([
  ["the page", submit("returned"), PAGE],
  ["the note", submit("returned"), NOTE],
  ["a button of the form", submit("returned"), BUTTON],
  ["a link", null, LINK],
  ["a field of another form", null, OTHER_FIELD],
  ["a dialog", null, DIALOG],
])(
  "while the form is open, Ctrl+Enter and ⌘+Enter in %s give the command %o",
  (_, command, place) => {
    expect(commandOf({ key: "Enter", ctrlKey: true }, place, "returned")).toEqual(command);
    expect(commandOf({ key: "Enter", metaKey: true }, place, "returned")).toEqual(command);
  },
);

test("Enter alone, a held Ctrl+Enter and other keys with Ctrl do not submit the form", () => {
  expect(commandOf({ key: "Enter" }, NOTE, "returned")).toBeNull();
  expect(commandOf({ key: "Enter", ctrlKey: true, repeat: true }, NOTE, "returned")).toBeNull();
  expect(commandOf({ key: "s", ctrlKey: true }, NOTE, "returned")).toBeNull();
});

test("keys do nothing while an input method composes text", () => {
  expect(commandOf({ key: "Escape", isComposing: true }, NOTE, "returned")).toBeNull();
  const enter = { key: "Enter", ctrlKey: true, isComposing: true };
  expect(commandOf(enter, NOTE, "returned")).toBeNull();
});
