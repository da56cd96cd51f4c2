import type { Figure } from "../report.ts";
import { createGoogleUser } from "../scene/google-user.ts";
import { oursCookies, ssrCookies } from "../scene/people.ts";
import { startUpstream, type TokenAnswer } from "../scene/upstream.ts";

function weigh(cookies: readonly string[]): { bytes: number; count: number } {
  return { bytes: Buffer.byteLength(cookies.join("; ")), count: cookies.length };
}

const PROVIDER_TOKENS = {
  provider_token: `ya29.a0${"A".repeat(213)}`,
  provider_refresh_token: `1//03${"B".repeat(98)}`,
};

export async function run(): Promise<Figure[]> {
  const upstream = await startUpstream();
  try {
    const tokens = upstream.issue(createGoogleUser(1));
    const atSignIn = { ...tokens, ...PROVIDER_TOKENS } as TokenAnswer;
    const ours = await oursCookies(upstream, tokens);
    const session = ours.filter((cookie) => cookie.startsWith("sb-session"));
    const mine = weigh(ours);
    const theirs = weigh(await ssrCookies(upstream, tokens));
    const withProvider = {
      mine: weigh(await oursCookies(upstream, atSignIn)),
      theirs: weigh(await ssrCookies(upstream, atSignIn)),
    };
    return [
      {
        id: "P6",
        name: "cookie bytes, Google and email user",
        ours: `${mine.bytes} in ${session.length} session cookie and ${mine.count - session.length} hints`,
        peer: `ssr ${theirs.bytes} in ${theirs.count}`,
        ratio: mine.bytes / theirs.bytes,
        goal: { bound: "<=", ratio: 1 / 3, unit: "×" },
        leavesOut: `excludes custom claims, which make the access token (${tokens.access_token.length} bytes here) and the cookies of both longer`,
        comparisons: [
          `just after the sign-in, when the session also has Google's tokens: ours ${withProvider.mine.bytes} (does not store them), ssr ${withProvider.theirs.bytes} (stores them)`,
        ],
      },
      {
        id: "P6",
        name: "session cookies",
        ours: String(session.length),
        peer: `ssr ${theirs.count}`,
        ratio: session.length,
        goal: { bound: "<=", ratio: 1, unit: "" },
        leavesOut: "excludes access tokens above 3 kB, which need a second cookie",
      },
    ];
  } finally {
    await upstream.close();
  }
}
