import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { AUTH_CODES } from "../src/errors/codes.js";
import { OWN_CODES } from "../src/errors/own-codes.js";

/** The codes that the installed auth-js lists, read from its types: it exports them nowhere else. */
function upstreamCodes(): string[] {
  const ours = createRequire(import.meta.url);
  const theirs = createRequire(ours.resolve("@supabase/supabase-js"));
  const entry = theirs.resolve("@supabase/auth-js");
  const types = readFileSync(new URL("lib/error-codes.d.ts", `file://${entry}`), "utf8");
  return [...types.matchAll(/'([a-z0-9_]+)'/g)].map(([, code]) => code ?? "");
}

it("the table of auth codes is that of the installed auth-js and our own, nothing else", () => {
  const upstream = upstreamCodes();
  expect(upstream.length).toBeGreaterThan(80);
  // Of a class of its own in auth-js, missing in the list.
  const listed = [...upstream, "pkce_code_verifier_not_found", ...OWN_CODES.auth];
  expect([...AUTH_CODES].toSorted()).toEqual([...new Set(listed)].toSorted());
});
