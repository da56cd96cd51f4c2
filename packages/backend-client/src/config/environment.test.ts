import { afterEach, describe, expect, it, vi } from "vitest";
import { type Backend, defineBackend } from "./define-backend.js";
import { configFromEnvironment } from "./environment.js";

const url = "https://mine.supabase.co";
const other = "https://other.supabase.co";
const key = "sb_publishable_abc";
const second = "sb_publishable_def";
const legacy = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"anon"}')}.sig`;
const service = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"service_role"}')}.sig`;
const LOCAL = ["http://127.0.0.1:54321", "sb_publishable_local"];
const UNSET =
  "NEXT_PUBLIC_SUPABASE_URL is missing; set it, or set SUPABASE_LOCAL=1 (or pass { local: true }) to use the local backend.";
const SECRET = "is a secret key; use the publishable or the anon key.";
const NOT_JSON = "SUPABASE_PUBLISHABLE_KEYS must be JSON with a key named default.";
const conflict = (first: string, next: string) =>
  `${first} and ${next} name different projects; set one of them, or both to the same URL.`;
const production = { NODE_ENV: "production" };
const building = { ...production, NEXT_PHASE: "phase-production-build" };

type Environment = Record<string, string>;

afterEach(() => {
  vi.unstubAllEnvs();
});

function define(environment: Environment): Backend {
  for (const name of ["NODE_ENV", "NEXT_PHASE", "SUPABASE_LOCAL"]) {
    vi.stubEnv(name, environment[name]);
  }
  return defineBackend(configFromEnvironment(environment));
}

describe("defineBackend with an app's environment", () => {
  it.each<[string, Environment, string[]]>([
    ["the local backend without variables", {}, LOCAL],
    ["the local backend in development", { NODE_ENV: "development" }, LOCAL],
    ["the local backend for blank variables", { SUPABASE_URL: " ", SUPABASE_KEY: "" }, LOCAL],
    [
      "the local backend in production with SUPABASE_LOCAL=1",
      { ...production, SUPABASE_LOCAL: "1" },
      LOCAL,
    ],
    [
      "the project of the variables even with SUPABASE_LOCAL=1",
      { ...production, SUPABASE_LOCAL: "1", SUPABASE_URL: url, SUPABASE_ANON_KEY: key },
      [url, key],
    ],
    [
      "a project without a prefix",
      { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key },
      [url, key],
    ],
    [
      "a project with the prefix of Next",
      { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: key },
      [url, key],
    ],
    [
      "a project with the prefix of Vite",
      { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key },
      [url, key],
    ],
    [
      "a project with the prefix of SvelteKit and Astro",
      { PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_PUBLISHABLE_KEY: key },
      [url, key],
    ],
    [
      "a project with the prefix of Nuxt",
      { NUXT_PUBLIC_SUPABASE_URL: url, NUXT_PUBLIC_SUPABASE_KEY: key },
      [url, key],
    ],
    [
      "a project with the prefix of Expo",
      { EXPO_PUBLIC_SUPABASE_URL: url, EXPO_PUBLIC_SUPABASE_ANON_KEY: key },
      [url, key],
    ],
    [
      "a project with the prefix of Create React App",
      { REACT_APP_SUPABASE_URL: url, REACT_APP_SUPABASE_ANON_KEY: key },
      [url, key],
    ],
    [
      "the key of Next's template",
      { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_DEFAULT_KEY: key },
      [url, key],
    ],
    [
      "the key of the Vercel template",
      { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_OR_ANON_KEY: legacy },
      [url, legacy],
    ],
    ["a legacy anonymous key", { SUPABASE_URL: url, SUPABASE_ANON_KEY: legacy }, [url, legacy]],
    ["the key of the short name", { SUPABASE_URL: url, SUPABASE_KEY: key }, [url, key]],
    [
      "the default key of an Edge Function",
      { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEYS: `{"web":"${second}","default":"${key}"}` },
      [url, key],
    ],
    [
      "the publishable key before the anonymous one",
      { SUPABASE_URL: url, SUPABASE_ANON_KEY: legacy, SUPABASE_PUBLISHABLE_KEY: key },
      [url, key],
    ],
    [
      "the publishable key, although the short name has a secret key",
      { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, SUPABASE_KEY: "sb_secret_hidden" },
      [url, key],
    ],
    [
      "the pair without a prefix rather than a pair with a prefix",
      {
        ...{ NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_ANON_KEY: second },
        ...{ SUPABASE_URL: `${url}/`, SUPABASE_ANON_KEY: key },
      },
      [url, key],
    ],
    [
      "a pair with one prefix rather than a mix of two prefixes",
      { SUPABASE_ANON_KEY: second, VITE_SUPABASE_URL: url, VITE_SUPABASE_ANON_KEY: key },
      [url, key],
    ],
    [
      "a URL and a key whose variables have different prefixes",
      { SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_ANON_KEY: key },
      [url, key],
    ],
    [
      "values after removing spaces and slashes at their ends",
      { SUPABASE_URL: ` ${url}/ `, SUPABASE_ANON_KEY: `${key}\n` },
      [url, key],
    ],
    [
      "an http: URL of a private host",
      { SUPABASE_URL: "http://kong:8000", SUPABASE_ANON_KEY: key },
      ["http://kong:8000", key],
    ],
    [
      "a project during a Next build",
      { ...building, SUPABASE_URL: url, SUPABASE_ANON_KEY: key },
      [url, key],
    ],
  ])("uses %s", (_, environment, [address, anonKey]) => {
    expect(define(environment)).toMatchObject({ url: address, anonKey });
  });
});

const REFUSED: [string, Environment, string][] = [
  ["production without a project and without SUPABASE_LOCAL", production, UNSET],
  [
    "production with a SUPABASE_LOCAL other than 1",
    { ...production, SUPABASE_LOCAL: "true" },
    UNSET,
  ],
  [
    "a URL without a key",
    { SUPABASE_URL: url },
    "SUPABASE_PUBLISHABLE_KEY (or …_ANON_KEY) is missing; SUPABASE_URL is set without it.",
  ],
  [
    "a NEXT_PUBLIC_ URL without a key",
    { NEXT_PUBLIC_SUPABASE_URL: url },
    "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY (or …_ANON_KEY) is missing; NEXT_PUBLIC_SUPABASE_URL is set without it.",
  ],
  [
    "a key without a URL",
    { SUPABASE_PUBLISHABLE_KEY: key },
    "SUPABASE_URL is missing; SUPABASE_PUBLISHABLE_KEY is set without it.",
  ],
  [
    "a VITE_ key without a URL",
    { VITE_SUPABASE_ANON_KEY: key },
    "VITE_SUPABASE_URL is missing; VITE_SUPABASE_ANON_KEY is set without it.",
  ],
  [
    "URLs and keys of two projects",
    {
      ...{ SUPABASE_URL: url, SUPABASE_ANON_KEY: key },
      ...{ NEXT_PUBLIC_SUPABASE_URL: other, NEXT_PUBLIC_SUPABASE_ANON_KEY: second },
    },
    conflict("SUPABASE_URL", "NEXT_PUBLIC_SUPABASE_URL"),
  ],
  [
    "a URL and key next to the URL of another project",
    { VITE_SUPABASE_URL: url, VITE_SUPABASE_ANON_KEY: key, SUPABASE_URL: other },
    conflict("VITE_SUPABASE_URL", "SUPABASE_URL"),
  ],
  [
    "an invalid URL",
    { SUPABASE_URL: "ref-of-mine", SUPABASE_ANON_KEY: key },
    "SUPABASE_URL is not a URL; write it like https://ref.supabase.co.",
  ],
  [
    "an invalid second URL",
    { SUPABASE_URL: url, SUPABASE_ANON_KEY: key, VITE_SUPABASE_URL: "ref-of-mine" },
    "VITE_SUPABASE_URL is not a URL; write it like https://ref.supabase.co.",
  ],
  [
    "a URL with another protocol",
    { SUPABASE_URL: "ftp://files.example.com", SUPABASE_ANON_KEY: key },
    "SUPABASE_URL must begin with https:// or http://.",
  ],
  [
    "a URL with a password",
    { SUPABASE_URL: "https://user:hunter2@db.example.com", SUPABASE_ANON_KEY: key },
    "SUPABASE_URL must not contain credentials.",
  ],
  [
    "an http: URL of a public host",
    { SUPABASE_URL: "http://shop.example.com", SUPABASE_ANON_KEY: key },
    "url must begin with https://, unless allowHttp is true.",
  ],
  [
    "a secret key",
    { SUPABASE_URL: url, SUPABASE_KEY: "sb_secret_hidden" },
    `SUPABASE_KEY ${SECRET}`,
  ],
  [
    "a service role key in a public variable",
    { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_ANON_KEY: service },
    `NEXT_PUBLIC_SUPABASE_ANON_KEY ${SECRET}`,
  ],
  [
    "a key with a space",
    { SUPABASE_URL: url, SUPABASE_ANON_KEY: "two words" },
    "SUPABASE_ANON_KEY is empty or contains spaces.",
  ],
  [
    "a list of keys that is not JSON",
    { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEYS: key },
    NOT_JSON,
  ],
  [
    "a list of keys without the entry default",
    { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEYS: `{"web":"${key}"}` },
    NOT_JSON,
  ],
  [
    "a list whose default is a secret key",
    { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_secret_hidden"}' },
    `SUPABASE_PUBLISHABLE_KEYS ${SECRET}`,
  ],
];

describe("the configuration error", () => {
  const sentenceOf = (environment: Environment): string => {
    try {
      define(environment);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(TypeError);
      return (thrown as TypeError).message;
    }
    return expect.unreachable();
  };

  it.each(REFUSED)("names the cause in one sentence: %s", (_, environment, sentence) => {
    expect(sentenceOf(environment)).toBe(sentence);
  });

  it.each(REFUSED)("contains no value of a variable: %s", (_, environment) => {
    const sentence = sentenceOf(environment);
    const values = Object.entries(environment).flatMap(([name, value]) =>
      /^(?:NODE_ENV|SUPABASE_LOCAL)$/.test(name) ? [] : [value, ...value.split(/["/:@\s]+/)],
    );
    const shown = values.filter(
      (value) => /[^{}]{4,}/.test(value) && !/^(?:https?|default)$/.test(value),
    );
    expect(shown.filter((value) => sentence.includes(value))).toEqual([]);
  });
});

describe("a Next build without project variables", () => {
  it("defines a backend that throws the configuration error on first use", () => {
    const backend = define(building);
    expect(() => backend.url).toThrow(new TypeError(UNSET));
  });

  it("defines the local backend if SUPABASE_LOCAL is 1", () => {
    expect(define({ ...building, SUPABASE_LOCAL: "1" }).url).toBe(LOCAL[0]);
  });
});

describe("process.env of the platform", () => {
  it("makes configFromEnvironment({}) throw if `process.env` contains NODE_ENV=production", () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(() => configFromEnvironment({})).toThrow(UNSET);
    expect(configFromEnvironment({ NODE_ENV: "test" })).toEqual({});
  });

  it("may be missing, because some platforms have no `process`", () => {
    vi.stubGlobal("process", undefined);
    try {
      expect(configFromEnvironment({})).toEqual({});
      expect(() => configFromEnvironment(production)).toThrow(UNSET);
      expect(defineBackend().url).toBe(LOCAL[0]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
