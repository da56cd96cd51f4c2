import { afterAll, beforeAll, expect, test } from "vitest";
import {
  repeatAnonymous,
  repeatRefreshes,
  repeatSignOuts,
  repeatTwoFactors,
} from "../recorded/auth/accounts.ts";
import { repeatAccounts, repeatLinks, repeatLists } from "../recorded/auth/administration.ts";
import { repeatAdmin, repeatSessions, repeatSignIn } from "../recorded/auth/first-run.ts";
import {
  repeatChangesOfAddress,
  repeatCodes,
  repeatOwnChanges,
  repeatRecovery,
  repeatSignUps,
} from "../recorded/auth/journeys.ts";
import { repeatLimits } from "../recorded/auth/limits.ts";
import { Replay } from "../recorded/auth/replay.ts";
import { type Server, startServer, stopServer } from "../recorded/auth/servers.ts";
import { repeatBodies, repeatCredentials, repeatPaths } from "../recorded/auth/wire.ts";
import { reasonOf } from "../recorded/declared-auth.ts";
import { outdated, renderPage, undeclared } from "../recorded/page.ts";

const ABOUT = `The calls that were recorded from supabase/auth (August 2026), repeated against three local
backends: addresses are confirmed by email, confirm themselves, or sign-up is off. An answer is
compared by status, error code, message, the headers that clients read, redirects, and the shape of
its body: keys with types, flags as values, strings without a type. Ids, times, tokens and codes are
masked. The comparison leaves out CORS headers, which the recorded service's gateway set,
\`cache-control: no-store\`, which RFC 6749 requires and only this backend sends, the headers
\`sb-auth-*\`, which hosted's own logs read, and \`content-type\`. Regenerate with
\`CI= pnpm exec vitest run --project slow test/slow/recorded-auth.test.ts -u\`.`;

const FIRST_RUN = [repeatSignIn, repeatSessions, repeatAdmin];
const SECOND_RUN = [
  repeatSignUps,
  repeatCodes,
  repeatRecovery,
  repeatChangesOfAddress,
  repeatOwnChanges,
  repeatTwoFactors,
  repeatSignOuts,
  repeatRefreshes,
  repeatLists,
  repeatAccounts,
  repeatLinks,
  repeatAnonymous,
  repeatCredentials,
  repeatBodies,
  repeatPaths,
];

/** The default limits of config.toml, because the limits of `startServer` are never reached. */
const LIMITS = {
  rate_limit: {
    token_refresh: 150,
    sign_in_sign_ups: 30,
    token_verifications: 30,
    anonymous_users: 30,
  },
};

let replay: Replay;
let limited: Server;

beforeAll(async () => {
  replay = await Replay.open();
  limited = await startServer("auto", replay.clock, LIMITS);
});
afterAll(async () => {
  await replay.close();
  await stopServer(limited);
});

test("returns the responses that were recorded from supabase/auth, except declared differences", {
  timeout: 300_000,
}, async () => {
  for (const repeat of FIRST_RUN) await repeat(replay);
  replay.run = 2;
  for (const repeat of SECOND_RUN) await repeat(replay);
  await repeatLimits(replay, limited);
  const outcomes = replay.outcomes(reasonOf);
  const title = "Auth, compared with the real service";
  expect(undeclared(outcomes)).toEqual([]);
  expect(outdated(outcomes)).toEqual([]);
  await expect(renderPage({ title, about: ABOUT, outcomes })).toMatchFileSnapshot(
    "../../compatibility/auth.md",
  );
});
