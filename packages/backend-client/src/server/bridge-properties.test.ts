import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { samples } from "../../test/support/samples.js";
import { openTwoLibraries, type TwoLibraries } from "../../test/support/two-libraries.js";
import { encodeSsrSession } from "../cookies/ssr.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ADA = "ada@b.test";

type Step = (app: TwoLibraries) => Promise<string[]>;

const STEPS: Record<string, Step> = {
  sdk: async (app) => [await app.who()],
  page: async (app) => {
    // The second call simulates the page's redirect to `GET /auth/refresh`.
    const seen = await app.who({ isReadOnly: true });
    return [seen === "unavailable" ? await app.who() : seen];
  },
  ssr: async (app) => [await app.whoInSsr()],
  both: (app) => Promise.all([app.who(), app.whoInSsr()]),
  bothReversed: async (app) => (await Promise.all([app.whoInSsr(), app.who()])).reverse(),
  three: (app) => Promise.all([app.whoInSsr(), app.who(), app.whoInSsr()]),
};

it("a session survives any order of requests that @supabase/ssr and the SDK serve", async () => {
  const step = fc.tuple(
    fc.constantFrom(...Object.keys(STEPS)),
    fc.constantFrom(0, 700, 5000, 11_000, 3_480_000, 3_520_000, 3_600_000, 90_000_000),
  );
  const library = fc.constantFrom("sdk" as const, "ssr" as const);
  const property = fc.asyncProperty(library, fc.array(step, { maxLength: 12 }), async (at, all) => {
    const app = openTwoLibraries();
    await app.signIn(at, ADA);
    for (const [name, waitMs] of [...all, ["both", 0] as const]) {
      app.memory.clock.skip(waitMs);
      for (const seen of (await STEPS[name]?.(app)) ?? []) expect(seen).toBe(ADA);
    }
    expect(app.logged).toEqual([]);
  });
  await fc.assert(property, { numRuns: samples(60) });
});

function forge(token: string, claims: object): string {
  const [head = "", body = "", signature = ""] = token.split(".");
  const known = JSON.parse(Buffer.from(body, "base64url").toString());
  const made = Buffer.from(JSON.stringify({ ...known, ...claims })).toString("base64url");
  return `${head}.${made}.${signature}`;
}

interface Tokens {
  made: { access: string[]; refresh: string[] };
  read: { access: string[]; refresh: string[] };
}

async function gatherTokens(app: TwoLibraries): Promise<Tokens> {
  await app.signIn("sdk", ADA);
  const [first] = app.shared();
  app.memory.clock.skip(3_600_000);
  await app.who();
  app.memory.clock.skip(3000);
  const { data } = await app.ssr((auth) => auth.refreshSession());
  app.memory.clock.skip(3000);
  const user = [...app.memory.auth.users.values()].find(({ email }) => email === "eve@b.test");
  const eve = await app.memory.auth.signIn({ user });
  const later = String(data.session?.access_token);
  return {
    made: {
      access: [
        eve.access_token,
        forge(later, { iat: 4_000_000_000 }),
        forge(later, { session_id: "other", iat: 4_000_000_000, exp: 4_000_000_000 }),
        forge(eve.access_token, { iat: 4_000_000_000 }),
        "a.b.c",
      ],
      refresh: [eve.refresh_token, "made-up"],
    },
    read: {
      access: [later, String(first?.accessToken)],
      refresh: [String(data.session?.refresh_token), String(first?.refreshToken)],
    },
  };
}

const written = fc.oneof(fc.constantFrom(null, "garbage", "base64-", "base64-e30", "null"), {
  weight: 4,
  arbitrary: fc.record({
    access: fc.nat(6),
    refresh: fc.nat(3),
    lifetime: fc.constantFrom(-10, 60, 3600, 1e9),
    isCut: fc.boolean(),
  }),
});

type Written = typeof written extends fc.Arbitrary<infer T> ? T : never;

function write(app: TwoLibraries, value: Written, { access, refresh }: Tokens["made"]): void {
  if (value === null || typeof value === "string") {
    app.write(value);
    return;
  }
  const session = {
    accessToken: access[value.access % access.length] ?? "",
    refreshToken: refresh[value.refresh % refresh.length] ?? "",
    expiresAt: app.memory.clock.now() / 1000 + value.lifetime,
    event: { count: 0, name: "SIGNED_IN" },
  };
  const text = encodeSsrSession(session, { user: {}, nowMs: 0 });
  app.write(value.isCut ? text.slice(0, -40) : text);
}

const visit = fc.record({
  waitMs: fc.constantFrom(0, 0, 31_000, 3_600_000),
  isReadOnly: fc.boolean(),
});

async function expectNoOther(
  app: TwoLibraries,
  { waitMs, isReadOnly }: { waitMs: number; isReadOnly: boolean },
): Promise<void> {
  app.memory.clock.skip(waitMs);
  const hasOwn = app.box.cookies.has("__Host-sb-session");
  const seen = await app.who({ isReadOnly });
  if (hasOwn) expect([ADA, "unauthenticated", "unavailable"]).toContain(seen);
}

it("a script of the page cannot sign another user in by writing the @supabase/ssr cookie", async () => {
  const visits = fc.array(visit, { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(written, visits, async (value, all) => {
    const app = openTwoLibraries();
    const { made, read } = await gatherTokens(app);
    write(app, value, {
      access: [...read.access, ...made.access],
      refresh: [...read.refresh, ...made.refresh],
    });
    for (const each of all) await expectNoOther(app, each);
  });
  await fc.assert(property, { numRuns: samples(60) });
});

it("a script of a sibling host cannot sign another user in by writing the @supabase/ssr cookie", async () => {
  const step = fc.tuple(fc.option(written, { nil: undefined }), visit);
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (all) => {
    const app = openTwoLibraries();
    const { made } = await gatherTokens(app);
    for (const [value, each] of all) {
      // A sibling host cannot remove the cookie, so it writes an unusable value instead.
      if (value !== undefined) write(app, value ?? "garbage", made);
      await expectNoOther(app, each);
    }
  });
  await fc.assert(property, { numRuns: samples(60) });
});
