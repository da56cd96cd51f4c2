import { expect, it } from "vitest";
import { readEnvironment } from "./env.js";

it("defaults to the local backend and port 3100", () => {
  expect(readEnvironment({})).toEqual({ project: {}, origin: undefined, port: 3100 });
});

it("reads Supabase's variables and the console's own", () => {
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
  [{ PORT: "many" }, /PORT must be a number/],
])("refuses %j and names the variable", (variables, sentence) => {
  expect(() => readEnvironment(variables)).toThrow(sentence);
});
