import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ADDRESS_SCRIPT, ADDRESS_SCRIPT_HASH } from "./script.js";
import { ENGLISH, fillText } from "./texts.js";

it("escapes a text and its values, and expands no value twice", () => {
  const values = { email: `<img src=x onerror="a">&'{seconds}`, seconds: 5 };
  expect(fillText("<b>{email}</b> {seconds} {other}", values)).toBe(
    "&#60;b&#62;&#60;img src=x onerror=&#34;a&#34;&#62;&#38;&#39;{seconds}&#60;/b&#62; 5 {other}",
  );
});

it("inserts marks as HTML", () => {
  expect(fillText("a < {email}", {}, { email: "<b></b>" })).toBe("a &#60; <b></b>");
});

it("does not read inherited properties as values", () => {
  expect(fillText("{constructor}", {})).toBe("{constructor}");
});

it("has English texts without characters that HTML escapes", () => {
  for (const text of Object.values(ENGLISH)) expect(fillText(text, {})).toBe(text);
});

it("names the hash of the script that the form contains", () => {
  const hash = createHash("sha256").update(ADDRESS_SCRIPT).digest("base64");
  expect(ADDRESS_SCRIPT_HASH).toBe(`'sha256-${hash}'`);
});
