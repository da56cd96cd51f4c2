import { expect, test } from "vitest";
import { cleanLine, cleanText, email, line, text } from "@/lib/text-schema";

const problemOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

test("a line is composed, trimmed and free of control and bidirectional characters", () => {
  expect(cleanLine("  Zoe\u0308\u202e \u0007x\n ")).toBe("Zo\u00eb x");
});

test("a text keeps its lines", () => {
  expect(cleanText("one\r\ntwo\rthree\u0000")).toBe("one\ntwo\nthree");
});

test("lengths count characters as people see them, not code units", () => {
  expect(line({ min: 1, max: 2 }).safeParse("👍👍").success).toBe(true);
  expect(problemOf(line({ min: 1, max: 1 }).safeParse("👍👍"))).toBe("Use at most 1 characters.");
});

test("an empty required line has its own sentence", () => {
  const name = line({ min: 2, max: 80, missing: "Enter your name." });
  expect(problemOf(name.safeParse(undefined))).toBe("Enter your name.");
  expect(problemOf(name.safeParse("a"))).toBe("Use at least 2 characters.");
  expect(text({ max: 5 }).parse(undefined)).toBe("");
});

test.each(["Ada@Example.com ", "a.b+c@sub.example.org"])("%j is an address", (value) => {
  expect(email.parse(value)).toBe(value.trim().toLowerCase());
});

test.each(["", "ada", "ada@", "ada@host", "a b@example.com", "a@b@example.com", "<a@b.example>"])(
  "%j is no address",
  (value) => {
    expect(email.safeParse(value).success).toBe(false);
  },
);
