import { createServerClient } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { vi } from "vitest";
import { defineBackend } from "../../src/config/define-backend.js";
import type { LogEntry } from "../../src/config/logger.js";
import { parseCookieHeader } from "../../src/cookies/jar.js";
import { readSsrSessions, type SsrSession, ssrCookieName } from "../../src/cookies/ssr.js";
import type { MigrateOptions } from "../../src/server/migration.js";
import type { Scope } from "../../src/server/scope-type.js";
import { createSessionServer } from "../../src/server/session-server.js";
import {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryJar,
} from "../../src/testing/index.js";
import { createMemoryJar } from "../../src/testing/memory-jar.js";
import { symmetricFetch } from "./symmetric-fetch.js";

const SECRET = "a secret of at least 32 characters";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface TwoLibraries {
  memory: MemoryBackend;
  box: MemoryJar;
  logged: LogEntry["code"][];
  ended: string[];
  name: string;
  shared(): SsrSession[];
  sdk<T>(run: (scope: Scope) => Promise<T>, options?: { isReadOnly?: boolean }): Promise<T>;
  ssr<T>(run: (auth: SupabaseClient["auth"]) => Promise<T>): Promise<T>;
  who(options?: { isReadOnly?: boolean }): Promise<string>;
  whoInSsr(): Promise<string>;
  signIn(library: "sdk" | "ssr", email: string): Promise<void>;
  goTo(days: number): void;
  change(migrate: MigrateOptions | undefined): void;
  write(value: string | null, name?: string): void;
}

export const MIGRATE = { upgradedOn: "2026-03-01", from: ["ssr"], bridge: true } as const;

interface AppOptions {
  migrate?: MigrateOptions;
  cookieSeconds?: number;
  /**
   * If set, the project signs with HS256, and the server has or lacks the secret of the project.
   * Default: the project signs with ES256.
   */
  hs256?: "with the secret" | "without the secret" | undefined;
}

export function openTwoLibraries({
  migrate = MIGRATE,
  cookieSeconds,
  hs256,
}: AppOptions = {}): TwoLibraries {
  const memory = createMemoryBackend();
  for (const name of ["ada", "eve"]) {
    memory.auth.createUser({ email: `${name}@b.test`, password: "correct" });
  }
  const { clock } = memory;
  const send = hs256 ? symmetricFetch(memory.fetch, SECRET) : memory.fetch;
  const backend = defineBackend({
    url: memory.backend.url,
    anonKey: memory.backend.anonKey,
    runtime: { ...memory.backend.runtime, fetch: send },
  });
  const box = createMemoryJar({ origin: "https://app.example.com", clock });
  const logged: LogEntry["code"][] = [];
  const ended: string[] = [];
  let current: MigrateOptions | undefined = migrate;
  const name = () => current?.ssrCookieName ?? ssrCookieName(backend.url);
  const goTo = (days: number) =>
    clock.skip(Date.parse(`${MIGRATE.upgradedOn}T00:00:00Z`) + days * DAY_MS - clock.now());
  goTo(0);

  const sdk: TwoLibraries["sdk"] = async (run, { isReadOnly } = {}) => {
    const sessions = createSessionServer(backend, {
      migrate: current,
      cookieSeconds,
      jwtSecret: hs256 === "with the secret" ? SECRET : undefined,
      logger: ({ code }) => logged.push(code),
      hooks: { signedOut: ({ reason }) => ended.push(reason) },
      serviceLimit: false,
      clientLimit: false,
    });
    const scope = sessions.open(box.request("/"), { isReadOnly });
    const result = await run(scope);
    box.take(scope.apply(new Response()));
    return result;
  };

  let running = 0;
  const ssr: TwoLibraries["ssr"] = async (run) => {
    // auth-js reads `Date` instead of the memory backend's clock.
    vi.setSystemTime(clock.now());
    running++;
    vi.spyOn(console, "warn").mockReturnValue();
    const sent = parseCookieHeader(box.header());
    const lines: string[] = [];
    const { auth } = createServerClient(backend.url, backend.anonKey, {
      global: { fetch: send },
      cookieOptions: { name: name() },
      cookies: {
        getAll: () => sent,
        setAll: (cookies) => {
          for (const { name, value, options } of cookies) {
            lines.push(`${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${options.maxAge}`);
          }
        },
      },
    });
    const result = await run(auth);
    const response = new Response();
    for (const line of lines) response.headers.append("set-cookie", line);
    box.take(response);
    if (--running === 0) vi.useRealTimers();
    return result;
  };

  return {
    memory,
    box,
    logged,
    ended,
    get name() {
      return name();
    },
    shared: () => readSsrSessions(parseCookieHeader(box.header()), name()),
    sdk,
    ssr,
    who: (how) =>
      sdk(async (scope) => {
        const session = await scope.session();
        return session.status === "authenticated" ? String(session.claims.email) : session.status;
      }, how),
    whoInSsr: () =>
      ssr(async (auth) => (await auth.getUser()).data.user?.email ?? "unauthenticated"),
    async signIn(library, email) {
      const account = { email, password: "correct" };
      const { error } =
        library === "sdk"
          ? await sdk((scope) => scope.auth.signInWithPassword(account))
          : await ssr((auth) => auth.signInWithPassword(account));
      if (error) throw error;
    },
    goTo,
    change: (to) => {
      current = to;
    },
    write(value, cookie = name()) {
      for (const each of [...box.cookies.keys()]) {
        if (each === cookie || each.startsWith(`${cookie}.`)) box.cookies.delete(each);
      }
      if (value !== null) box.cookies.set(cookie, encodeURIComponent(value));
    },
  };
}
