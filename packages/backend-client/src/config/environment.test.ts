import { expect, it } from "vitest";
import { defineBackend } from "./define-backend.js";
import { configFromEnvironment } from "./environment.js";

const url = "https://ref.supabase.co";
const anonKey = "sb_publishable_x";
const serviceKey = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"service_role"}')}.x`;

it.each([
  ["NEXT_PUBLIC_SUPABASE_URL", "NEXT_PUBLIC_SUPABASE_ANON_KEY"],
  ["SUPABASE_URL", "SUPABASE_ANON_KEY"],
  ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY"],
  ["NEXT_PUBLIC_SUPABASE_URL", "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY"],
  ["SUPABASE_URL", "NEXT_PUBLIC_SUPABASE_ANON_KEY"],
  ["NEXT_PUBLIC_SUPABASE_URL", "SUPABASE_ANON_KEY"],
])("reads %s and %s and trims spaces", (addressName, keyName) => {
  const found = configFromEnvironment({ [addressName]: ` ${url}/ `, [keyName]: `${anonKey}\n` });
  expect(found).toEqual({ url, anonKey });
});

it("uses the local backend when all variables are unset or blank", () => {
  expect(configFromEnvironment({})).toEqual({});
  const found = configFromEnvironment({ SUPABASE_URL: " ", SUPABASE_ANON_KEY: "" });
  expect(defineBackend(found).url).toBe("http://127.0.0.1:54321");
});

it("prefers the variables that Next passes to its pages", () => {
  const others = { SUPABASE_URL: "https://other.test", SUPABASE_ANON_KEY: "other" };
  const own = { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_ANON_KEY: anonKey };
  expect(configFromEnvironment({ ...others, ...own })).toEqual({ url, anonKey });
});

it("prefers address and key of one family over a mix", () => {
  const own = { SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey };
  expect(configFromEnvironment({ ...own, NEXT_PUBLIC_SUPABASE_ANON_KEY: "other" })).toEqual({
    url,
    anonKey,
  });
  expect(configFromEnvironment({ ...own, NEXT_PUBLIC_SUPABASE_URL: `${url}/` })).toEqual({
    url,
    anonKey,
  });
});

it("refuses an address of one project next to address and key of another", () => {
  const own = { SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey };
  const other = { NEXT_PUBLIC_SUPABASE_URL: "https://other.supabase.co" };
  expect(() => configFromEnvironment({ ...own, ...other })).toThrow(
    /^NEXT_PUBLIC_SUPABASE_ANON_KEY is missing; NEXT_PUBLIC_SUPABASE_URL names another project than SUPABASE_URL/,
  );
  const broken = { NEXT_PUBLIC_SUPABASE_URL: "ref" };
  expect(() => configFromEnvironment({ ...own, ...broken })).toThrow(
    /^NEXT_PUBLIC_SUPABASE_URL is not an address;/,
  );
});

it.each([
  [{ SUPABASE_URL: url }, /^SUPABASE_ANON_KEY is missing;/],
  [{ NEXT_PUBLIC_SUPABASE_URL: url }, /^NEXT_PUBLIC_SUPABASE_ANON_KEY is missing;/],
  [{ SUPABASE_PUBLISHABLE_KEY: anonKey }, /^SUPABASE_URL is missing;/],
  [{ NEXT_PUBLIC_SUPABASE_ANON_KEY: anonKey }, /^NEXT_PUBLIC_SUPABASE_URL is missing;/],
  [{ SUPABASE_URL: "ref", SUPABASE_ANON_KEY: anonKey }, /^SUPABASE_URL is not an address;/],
  [{ SUPABASE_URL: "ftp://a.b", SUPABASE_ANON_KEY: anonKey }, /^SUPABASE_URL must begin with/],
  [{ SUPABASE_URL: url, SUPABASE_ANON_KEY: "sb_secret_x" }, /^SUPABASE_ANON_KEY is a secret key;/],
  [
    { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: serviceKey },
    /^SUPABASE_PUBLISHABLE_KEY is a secret key;/,
  ],
  [{ SUPABASE_URL: url, SUPABASE_ANON_KEY: "a b" }, /^SUPABASE_ANON_KEY is empty or contains/],
])("refuses %j with one sentence that names the variable", (variables, sentence) => {
  expect(() => configFromEnvironment(variables)).toThrow(TypeError);
  expect(() => configFromEnvironment(variables)).toThrow(sentence);
});

it("never repeats a refused value in the message", () => {
  const secret = { SUPABASE_URL: url, SUPABASE_ANON_KEY: "sb_secret_abc123" };
  expect(() => configFromEnvironment(secret)).toThrow(/^(?!.*abc123)/);
  const password = { SUPABASE_URL: "https://u:hunter2@a.test", SUPABASE_ANON_KEY: anonKey };
  expect(() => configFromEnvironment(password)).toThrow(/^(?!.*hunter2).*must not hold a password/);
});
