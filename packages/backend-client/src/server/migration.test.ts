import { expect, it } from "vitest";
import { createMemoryBackend } from "../testing/index.js";
import type { MigrateOptions } from "./migration.js";
import { createSessionServer } from "./session-server.js";

const SSR: MigrateOptions = { upgradedOn: "2026-01-01", from: ["ssr"] };
const UNPREFIXED: MigrateOptions = { upgradedOn: "2026-01-01", from: ["unprefixed"] };
const DAY = "migrate.upgradedOn must be a day such as 2026-12-01.";
const FROM = 'migrate.from must list "unprefixed", "ssr" or both.';
const UNTIL = "migrate.until must be a day at most 400 days after migrate.upgradedOn.";
const NAME = "migrate.ssrCookieName must be a cookie name such as sb-abcdefgh-auth-token.";
const OWN_NAME = "migrate.ssrCookieName must not be a name of the SDK's own cookies.";

const REFUSED: [what: string, migrate: object, sentence: string][] = [
  ["an unknown day", { ...SSR, upgradedOn: "soon" }, DAY],
  ["a day that does not exist", { ...SSR, upgradedOn: "2026-02-31" }, DAY],
  ["nothing to read", { ...SSR, from: [] }, FROM],
  ["an unknown kind", { ...SSR, from: ["x"] }, FROM],
  ["an end before the beginning", { ...SSR, until: "2025-12-31" }, UNTIL],
  ["more than 400 days", { ...SSR, until: "2027-02-06" }, UNTIL],
  ["a misspelled option", { ...SSR, brigde: true }, "migrate.brigde is not an option of the SDK."],
  ["a bridge that is text", { ...SSR, bridge: "yes" }, "migrate.bridge must be true or false."],
  [
    "a bridge to a library that is not read",
    { ...UNPREFIXED, bridge: true },
    'migrate.bridge needs "ssr" in migrate.from.',
  ],
  [
    "the cookie name of a library that is not read",
    { ...UNPREFIXED, ssrCookieName: "auth" },
    'migrate.ssrCookieName needs "ssr" in migrate.from.',
  ],
  ...["", "a b", "a;b", "a=b", "ü", "x".repeat(129), 7].map(
    (ssrCookieName): [string, object, string] => [
      `the cookie name ${JSON.stringify(ssrCookieName)}`,
      { ...SSR, ssrCookieName },
      NAME,
    ],
  ),
  ...["sb-session", "__Host-sb-session.0", "sb-bridge", "sb-present"].map(
    (ssrCookieName): [string, object, string] => [
      `the SDK's own cookie name ${ssrCookieName}`,
      { ...SSR, ssrCookieName },
      OWN_NAME,
    ],
  ),
];

it.each(REFUSED)(
  "createSessionServer rejects the option `migrate` with %s",
  (_what, migrate, sentence) => {
    const { backend } = createMemoryBackend();
    const options = { migrate: migrate as MigrateOptions };
    expect(() => createSessionServer(backend, options)).toThrow(`createSessionServer: ${sentence}`);
  },
);

it("createSessionServer accepts a `migrate.until` 400 days after `upgradedOn`, together with `bridge`", () => {
  const { backend } = createMemoryBackend();
  const migrate: MigrateOptions = {
    ...{ upgradedOn: "2026-01-01", until: "2027-02-05", from: ["ssr", "unprefixed"] },
    ...{ bridge: true, ssrCookieName: "our-auth" },
  };
  expect(createSessionServer(backend, { migrate }).settings.migration).toEqual({
    old: { unprefixed: true, ssr: true, bridge: true },
    ssrCookieName: "our-auth",
    endsAt: Date.parse("2027-02-06T00:00:00Z"),
  });
});
