import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { AUTH_CODE_ORIGINS, AUTH_CODES } from "../src/errors/codes.js";
import recorded from "./auth-service-codes.json" with { type: "json" };

/** auth-js exports its codes only as types. */
function authJsCodes(): string[] {
  const ours = createRequire(import.meta.url);
  const theirs = createRequire(ours.resolve("@supabase/supabase-js"));
  const entry = theirs.resolve("@supabase/auth-js");
  const types = readFileSync(new URL("lib/error-codes.d.ts", `file://${entry}`), "utf8");
  return [...types.matchAll(/'([a-z0-9_]+)'/g)].map(([, code]) => code ?? "");
}

const { own, service, authJs } = AUTH_CODE_ORIGINS;
const ownCodes: readonly string[] = own;

it("the list of auth service codes has every code of the service, except those that are codes of the SDK", () => {
  const expected = recorded.codes.filter((code) => !ownCodes.includes(code));
  expect([...service].toSorted()).toEqual(expected.toSorted());
});

it("the list of auth-js codes has exactly the codes that auth-js adds to the service's codes", () => {
  const upstream = authJsCodes();
  expect(upstream.length).toBeGreaterThan(80);
  // auth-js has an error class for this code, but its list lacks the code.
  const added = [...upstream, "pkce_code_verifier_not_found"].filter(
    (code) => !recorded.codes.includes(code),
  );
  expect([...authJs].toSorted()).toEqual([...new Set(added)].toSorted());
});

it("no auth code is in two of the three lists, or twice in one", () => {
  expect(new Set(AUTH_CODES).size).toBe(AUTH_CODES.length);
});
