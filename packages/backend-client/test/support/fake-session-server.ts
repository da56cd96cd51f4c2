import { BackendError } from "../../src/errors/backend-error.js";
import type { SessionEvent } from "../../src/session/events.js";
import type { PublicSession, SessionAnswer } from "../../src/session/session.js";
import type { VirtualClock } from "../../src/testing/virtual-clock.js";
import { createFakeFetch } from "./fake-fetch.js";

type Failure = "unavailable" | "limited" | "gateway" | "network";

export interface FakeSessionServer {
  fetch: typeof fetch;
  calls: string[];
  signIn(user: string, sessionId?: string): void;
  signOut(): void;
  happen(event: SessionEvent): void;
  fail(how: Failure | null): void;
  hold(): () => void;
  rendered(): PublicSession;
}

const LIFETIME_SECONDS = 3600;

/** The number in a token counts the refreshes: `ana-1`, `ana-2`, … */
export function createFakeSessionServer(clock: VirtualClock): FakeSessionServer {
  let session: {
    user: string;
    id: string;
    token: number;
    mark: number;
    event: SessionEvent;
    at: number;
  } | null = null;
  let failure: Failure | null = null;
  let gate: Promise<void> = Promise.resolve();
  const calls: string[] = [];

  const left = (at: number) => LIFETIME_SECONDS - Math.floor((clock.monotonicNow() - at) / 1000);

  function rendered(): PublicSession {
    if (!session) return { status: "unauthenticated" };
    const { user, id, mark, event, at } = session;
    const claims = {
      sub: user,
      role: "authenticated",
      aud: "authenticated",
      iss: "http://backend.test/auth/v1",
      exp: 0,
      session_id: id,
      aal: "aal1" as const,
    };
    const expiresInSeconds = Math.max(0, left(at));
    return {
      status: "authenticated",
      claims,
      expiresInSeconds,
      event: { count: mark, name: event },
    };
  }

  function answer(): SessionAnswer {
    const shown = rendered();
    if (shown.status !== "authenticated" || !session) return shown as SessionAnswer;
    return { ...shown, accessToken: `${session.user}-${session.token}` };
  }

  const { fetch } = createFakeFetch(async ({ url, method, body }, signal) => {
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    aborted.catch(() => undefined);
    const path = `${method} ${url}`;
    calls.push(path);
    if (failure === "network") throw new TypeError("network");
    if (failure === "gateway") return new Response("<h1>502</h1>", { status: 502 });
    if (failure) {
      const error = new BackendError({
        kind: "network",
        code: failure === "limited" ? "rate_limited" : "service_unavailable",
        message: "auth is down",
        retryable: true,
        retryAfterSeconds: failure === "limited" ? 86_400 : undefined,
      });
      return Response.json({ status: "unavailable", error });
    }
    if (path === "POST /auth/sign-out") {
      await Promise.race([gate, aborted]);
      session = null;
      return Response.json({ status: "unauthenticated" });
    }
    if (path === "POST /auth/refresh" && session) {
      const { force } = JSON.parse(String(body)) as { force: boolean };
      if (force || left(session.at) < 120) {
        session = { ...session, token: session.token + 1, at: clock.monotonicNow() };
      }
    }
    const response = Response.json(answer());
    await Promise.race([gate, aborted]);
    return response;
  });

  return {
    fetch,
    calls,
    signIn(user, id = `session-of-${user}`) {
      const at = clock.monotonicNow();
      session = { user, id, token: 1, mark: 1, event: "SIGNED_IN", at };
    },
    signOut() {
      session = null;
    },
    happen(event) {
      if (session) session = { ...session, mark: session.mark + 1, event };
    },
    fail(how) {
      failure = how;
    },
    hold() {
      let open = (): void => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    rendered,
  };
}
