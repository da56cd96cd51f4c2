import { expect, it } from "vitest";
import { createMemoryBackend } from "../testing/index.js";
import { createSessionServer } from "./session-server.js";

type Options = Parameters<typeof createSessionServer>[1];

const HTTPS = "https://app.test/";
const HTTP = "http://app.test/";
const FORWARDED = { "x-forwarded-proto": "https" };

async function isSecure(
  url: string,
  options: Options,
  headers: Record<string, string>,
): Promise<boolean> {
  const memory = createMemoryBackend();
  memory.auth.createUser({ email: "ada@b.test", password: "correct" });
  const sessions = createSessionServer(memory.backend, options);
  const scope = sessions.open(new Request(url, { headers }));
  await scope.auth.signInWithPassword({ email: "ada@b.test", password: "correct" });
  const lines = scope.apply(new Response()).headers.getSetCookie();
  expect(lines).not.toEqual([]);
  const marks = new Set(lines.map((line) => /; Secure(;|$)/.test(line)));
  expect(marks.size).toBe(1);
  return marks.has(true);
}

it.each<[boolean, string, Options, Record<string, string>]>([
  [true, HTTPS, {}, {}],
  [false, HTTP, {}, {}],
  [true, HTTP, {}, FORWARDED],
  [false, HTTPS, {}, { "x-forwarded-proto": "http" }],
  [true, HTTP, { origin: "https://app.test" }, {}],
  [false, HTTPS, { origin: "http://app.test" }, {}],
  [false, HTTP, { origin: "http://app.test" }, FORWARDED],
  [true, HTTP, { secureCookies: true }, {}],
  [false, HTTPS, { secureCookies: false }, FORWARDED],
  [false, HTTPS, { secureCookies: false, origin: "https://app.test" }, {}],
])(
  "cookies are sent with Secure = %s at the URL %s with the options %j and the headers %j",
  async (expected, url, options, headers) => {
    expect(await isSecure(url, options, headers)).toBe(expected);
  },
);
