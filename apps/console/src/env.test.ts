import { expect, it } from "vitest";
import { readEnvironment } from "./env.js";

it("readEnvironment defaults to the local backend and port 3100", () => {
  expect(readEnvironment({})).toEqual({ project: {}, origin: undefined, port: 3100 });
});

it("readEnvironment reads the SUPABASE_* variables, CONSOLE_ORIGIN and PORT", () => {
  const variables = {
    SUPABASE_URL: "https://ref.supabase.co",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
    CONSOLE_ORIGIN: " https://console.example.com ",
    PORT: "0",
  };
  expect(readEnvironment(variables)).toEqual({
    project: { url: "https://ref.supabase.co", anonKey: "sb_publishable_x" },
    origin: "https://console.example.com",
    port: 0,
  });
});

it.each([
  [
    { SUPABASE_URL: "https://ref.supabase.co" },
    /SUPABASE_PUBLISHABLE_KEY \(or …_ANON_KEY\) is missing/,
  ],
  [{ SUPABASE_ANON_KEY: "sb_publishable_x" }, /SUPABASE_URL is missing/],
  [{ PORT: "many" }, /PORT must be a whole number from 0 to 65535, but is "many"/],
])(
  "readEnvironment rejects %j and names the missing or invalid variable",
  (variables, sentence) => {
    expect(() => readEnvironment(variables)).toThrow(sentence);
  },
);
