import { expect, it } from "vitest";
import { withoutLinks } from "./plain-text.ts";

const NONE = "[link on the request page]";

it.each([
  ["Pay at https://evil.example/pay?x=1 today", `Pay at ${NONE} today`],
  ["HTTP://EVIL.EXAMPLE", NONE],
  ["see www.evil.example, please", `see ${NONE} please`],
  ["log in at evil.co.uk now", `log in at ${NONE} now`],
  ["evil.com/login", NONE],
  ["evil.pdf/login", NONE],
  ["münchen.example:8080", NONE],
  ["two: a.example b.example", `two: ${NONE} ${NONE}`],
  ["log in here: ...evil.example/login", `log in here: ...${NONE}`],
  ["log in...evil.example/login", `log in...${NONE}`],
  ["evil.xn--p1ai/login", NONE],
  ["evil\u3002example/login", NONE],
  ["evil\ufff9.example/login", NONE],
])("withoutLinks removes the links from: %s", (text, expected) => {
  expect(withoutLinks(text)).toBe(expected);
});

it.each([
  "Bank statements.pdf, March.xlsx and IMG_2041.jpeg",
  "Send these by 3.12. and 4.5 hours later.",
  "As discussed.\nThank you. See item 2.",
  "Write to office@harbour.example.",
  "Write to anna@mail.harbour.example.",
  "Wait... then send the rest.",
  "e.g. invoices, i.e. all of them",
])("withoutLinks does not change text without links: %s", (text) => {
  expect(withoutLinks(text)).toBe(text);
});
