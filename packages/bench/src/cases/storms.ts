import { openSsr, type SsrCookie } from "../peers/ssr.ts";
import type { Figure } from "../report.ts";
import { openOurs, type Person, pageRequest, signInPeople } from "../scene/people.ts";
import { createSigningKey } from "../scene/signing-key.ts";
import { startUpstream, type Upstream } from "../scene/upstream.ts";

const PARALLEL = 50;
/** Number of refreshes that hosted Supabase allows in one burst per IP address. */
const BUCKET = 30;

type Resolve = (upstream: Upstream, person: Person) => Promise<{ isSignedOut: boolean }>;

const ours =
  (isReadOnly: boolean): Resolve =>
  async (upstream, person) => {
    const scope = openOurs(upstream).open(pageRequest(person.ours), { isReadOnly });
    await scope.session();
    const removed = scope.cookieChanges().filter(({ options }) => options.maxAge === 0);
    return { isSignedOut: removed.some(({ name }) => name.includes("sb-session")) };
  };

/** Imitates `updateSession` in the guide of `@supabase/ssr`. */
const ssr: Resolve = async (upstream, person) => {
  const set: SsrCookie[] = [];
  const client = openSsr(upstream.url, pageRequest(person.ssr), {
    set: (cookies) => set.push(...cookies),
  });
  await client.auth.getClaims();
  const kept = set.filter(({ options }) => options.maxAge !== 0);
  return { isSignedOut: set.length > 0 && kept.length === 0 };
};

interface Storm {
  calls: number;
  signedOut: number;
}

async function storm(
  upstream: Upstream,
  people: readonly Person[],
  resolve: Resolve,
): Promise<Storm> {
  upstream.calls.clear();
  const requests = Array.from({ length: PARALLEL }, (_, index) => {
    const person = people[index % people.length];
    return person ? resolve(upstream, person) : Promise.resolve({ isSignedOut: false });
  });
  const answers = await Promise.all(requests);
  const calls = [...upstream.calls.values()].reduce((sum, count) => sum + count, 0);
  return { calls, signedOut: answers.filter(({ isSignedOut }) => isSignedOut).length };
}

function figure(
  name: string,
  [mine, theirs]: readonly [number, number],
  most: number,
  leavesOut: string,
): Figure {
  return {
    id: "P3",
    name: `${name}, of ${PARALLEL} at once`,
    ours: String(mine),
    peer: `ssr ${theirs}`,
    ratio: mine,
    goal: { bound: "<=", ratio: most, unit: "" },
    leavesOut,
  };
}

async function withUpstreams<T>(work: (mine: Upstream, theirs: Upstream) => Promise<T>) {
  const upstreams = [await startUpstream(), await startUpstream()] as const;
  try {
    return await work(...upstreams);
  } finally {
    for (const upstream of upstreams) await upstream.close();
  }
}

export async function run(): Promise<Figure[]> {
  // Measure the key requests first, because `@supabase/ssr` caches keys for all projects of a
  // process.
  const keys = await withUpstreams(async (mine, theirs) => {
    const cold = [
      (await storm(mine, await signInPeople(mine, PARALLEL), ours(true))).calls,
      (await storm(theirs, await signInPeople(theirs, PARALLEL), ssr)).calls,
    ] as const;
    const key = createSigningKey();
    const unknown = [
      (await storm(mine, await signInPeople(mine, PARALLEL, { key }), ours(true))).calls,
      (await storm(theirs, await signInPeople(theirs, PARALLEL, { key }), ssr)).calls,
    ] as const;
    return { cold, unknown };
  });

  const expired = { secondsLeft: -5 };
  const refreshes = await withUpstreams(async (mine, theirs) => {
    const results: number[] = [];
    for (const [upstream, resolve] of [[mine, ours(false)] as const, [theirs, ssr] as const]) {
      const people = await signInPeople(upstream, 1, expired);
      await storm(upstream, people, resolve);
      results.push(upstream.calls.get("/token") ?? 0);
    }
    return [results[0] ?? 0, results[1] ?? 0] as const;
  });

  const signedOut = await withUpstreams(async (mine, theirs) => {
    mine.refreshBudget = BUCKET;
    theirs.refreshBudget = BUCKET;
    return [
      (await storm(mine, await signInPeople(mine, PARALLEL, expired), ours(false))).signedOut,
      (await storm(theirs, await signInPeople(theirs, PARALLEL, expired), ssr)).signedOut,
    ] as const;
  });

  const oneProcess =
    "excludes servers with several processes, where each process makes its own calls";
  return [
    figure("refresh calls, one expired session", refreshes, 1, oneProcess),
    figure("calls with cold keys", keys.cold, 1, oneProcess),
    figure(
      "calls for tokens with an unknown key id",
      keys.unknown,
      1,
      `${oneProcess}, and requests that may write, which also try one refresh per refresh token`,
    ),
    figure(
      `sessions deleted by rate limits (${PARALLEL} people, ${BUCKET} refreshes allowed)`,
      signedOut,
      0,
      "counts only deleted sessions; people whose refresh is refused can open pages again when the limit has passed",
    ),
  ];
}
