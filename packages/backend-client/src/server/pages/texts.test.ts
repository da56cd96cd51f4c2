import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ADDRESS_SCRIPT, ADDRESS_SCRIPT_HASH } from "./script.js";
import { ENGLISH, fillText } from "./texts.js";

it("fillText escapes the text and its values, and does not expand placeholders inside a value", () => {
  const values = { email: `<img src=x onerror="a">&'{seconds}`, seconds: 5 };
  expect(fillText("<b>{email}</b> {seconds} {other}", values)).toBe(
    "&#60;b&#62;&#60;img src=x onerror=&#34;a&#34;&#62;&#38;&#39;{seconds}&#60;/b&#62; 5 {other}",
  );
});

it("fillText inserts `marks` as HTML without escaping", () => {
  expect(fillText("a < {email}", {}, { email: "<b></b>" })).toBe("a &#60; <b></b>");
});

it("fillText does not read inherited properties as values", () => {
  expect(fillText("{constructor}", {})).toBe("{constructor}");
});

it("the English texts contain no character that HTML escapes", () => {
  for (const text of Object.values(ENGLISH)) expect(fillText(text, {})).toBe(text);
});

it("the script hash for the Content-Security-Policy equals the hash of the confirm page's script", () => {
  const hash = createHash("sha256").update(ADDRESS_SCRIPT).digest("base64");
  expect(ADDRESS_SCRIPT_HASH).toBe(`'sha256-${hash}'`);
});
