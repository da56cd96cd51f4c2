import { expect, test } from "vitest";
import { cleanLine, cleanText } from "@/lib/forms/clean-text";
import { tidyName } from "@/lib/forms/names";
import { email, line, name, text } from "@/lib/forms/text-schema";
import {
  HOSTILE_FIRM_NAMES,
  HOSTILE_NAMES,
} from "../../../../../supabase/tests/harness/hostile-names";

const problemOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

// S-5.1
test("cleanLine normalizes and trims a line, and removes control and bidirectional characters", () => {
  expect(cleanLine("  Zoe\u0308\u202e \u0007x\n ")).toBe("Zo\u00eb x");
});

test("cleanText keeps the line breaks of a text as \\n, and removes its control characters", () => {
  expect(cleanText("one\r\ntwo\rthree\u0000")).toBe("one\ntwo\nthree");
});

test("a line's limits count code points, not UTF-16 code units", () => {
  expect(line({ min: 1, max: 2 }).safeParse("👍👍").success).toBe(true);
  expect(problemOf(line({ min: 1, max: 1 }).safeParse("👍👍"))).toBe("Use at most 1 characters.");
});

test("an empty required line reports the message for a missing value, and an empty optional text is accepted", () => {
  const name = line({ min: 2, max: 80, missing: "Enter your name." });
  expect(problemOf(name.safeParse(undefined))).toBe("Enter your name.");
  expect(problemOf(name.safeParse("a"))).toBe("Use at least 2 characters.");
  expect(text({ max: 5 }).parse(undefined)).toBe("");
});

test.each(["Ada@Example.com ", "a.b+c@sub.example.org"])(
  "the email schema accepts the address %j",
  (value) => {
    expect(email.parse(value)).toBe(value.trim().toLowerCase());
  },
);

test.each(["", "ada", "ada@", "ada@host", "a b@example.com", "a@b@example.com", "<a@b.example>"])(
  "the email schema rejects the address %j",
  (value) => {
    expect(email.safeParse(value).success).toBe(false);
  },
);

// S-5.4
test.each(HOSTILE_NAMES)(
  "the name schema rejects %j, and tidyName removes the rejected parts",
  (value) => {
    for (const isFirm of [false, true]) {
      const schema = name({ min: 1, max: 80, isFirm });
      expect(problemOf(schema.safeParse(value))).toMatch(/^(This name has|Use a name without)/);
      const tidied = tidyName(value, isFirm);
      const isOwn = isFirm && /dossier/i.test(tidied);
      if (tidied !== "" && !isOwn) expect(schema.safeParse(tidied).success).toBe(true);
    }
  },
);

test.each(HOSTILE_FIRM_NAMES)("the name schema rejects %j only for a firm", (value) => {
  expect(problemOf(name({ max: 80, isFirm: true }).safeParse(value))).toMatch(/a firm’s name/i);
  expect(name({ max: 80 }).safeParse(value).success).toBe(true);
});

test.each(["O’Brien & Søns (1998) Ltd.", "শর্মা", "شرکت می‌خواهم", "Family 👩‍👩‍👧‍👦", "a.b: c/d"])(
  "the name schema accepts %j unchanged",
  (value) => {
    expect(name({ max: 80, isFirm: true }).parse(value)).toBe(value);
    expect(tidyName(value, true)).toBe(value);
  },
);

// S-5.5
test("cleanLine and cleanText remove invisible characters", () => {
  expect(cleanLine("An\u00adnual\u200b\ufeff \u{e0041}accounts\u2060")).toBe("Annual accounts");
  expect(cleanText("one\u061c\ntwo\u202e")).toBe("one\ntwo");
});
