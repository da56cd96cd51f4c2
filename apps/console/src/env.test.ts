import { expect, it } from "vitest";
import { readEnvironment } from "./env.js";

it("needs nothing: the local backend and port 3100", () => {
  expect(readEnvironment({})).toEqual({
    url: undefined,
    anonKey: undefined,
    origin: undefined,
    port: 3100,
  });
});

it("takes Supabase's own names and those of the web app", () => {
  const pair = { url: "https://ref.supabase.co", anonKey: "sb_publishable_x" };
  expect(
    readEnvironment({ SUPABASE_URL: pair.url, SUPABASE_PUBLISHABLE_KEY: pair.anonKey }),
  ).toMatchObject(pair);
  expect(
    readEnvironment({
      NEXT_PUBLIC_SUPABASE_URL: pair.url,
      NEXT_PUBLIC_SUPABASE_ANON_KEY: ` ${pair.anonKey} `,
    }),
  ).toMatchObject(pair);
});

it.each([
  [{ SUPABASE_URL: "https://ref.supabase.co" }, /SUPABASE_ANON_KEY is missing/],
  [{ SUPABASE_ANON_KEY: "sb_publishable_x" }, /SUPABASE_URL is missing/],
  [{ PORT: "many" }, /PORT must be a number/],
])("refuses %j and names the variable", (variables, sentence) => {
  expect(() => readEnvironment(variables)).toThrow(sentence);
});
