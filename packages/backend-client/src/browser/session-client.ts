import { type AccessTokenSource, sessionMissing } from "../config/authorized-fetch.js";
import type { BackendError, BackendErrorJson, Result } from "../errors/backend-error.js";
import { isBackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { eventBetween, type SessionEvent, type SessionEventSource } from "../session/events.js";
import { observe, type PublicSession, type SessionAnswer } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";
import { type Lifetime, startLifetime } from "./lifetime.js";
import { createListeners, type SessionListener } from "./listeners.js";
import {
  reviveError,
  type SessionHandler,
  type SignOutAnswer,
  type SignOutScope,
} from "./session-http.js";

/** Milliseconds during which a failed call for the session is not repeated by token requests. */
const BACK_OFF_MS = 2_000;

/** The session as one tab knows it. The access token stays inside; the refresh token never comes. */
export interface SessionClient {
  /** What is known now, without tokens; the same object until it changes. Null: not asked yet. */
  get(): PublicSession | null;
  /** Hears each event once, `INITIAL_SESSION` first; the answer unsubscribes. */
  subscribe(listener: SessionListener): () => void;
  /** Hears of every change of {@link get}, also those that are no event. */
  onChange(listener: () => void): () => void;
  /** Answers a token that is not due for refresh, or the best there is; throws instead of guessing. */
  getAccessToken: AccessTokenSource;
  /** Asks the server again; `force` for new claims after a change made on the server. */
  refresh(options?: { force?: boolean }): Promise<PublicSession>;
  /** Asks the server what the cookie says now, refreshing only when due. */
  reload(source: SessionEventSource): Promise<PublicSession>;
  /** Takes over a session that a server-rendered page brought along. */
  accept(session: PublicSession): void;
  /**
   * Ends the session. An error says that the auth service did not confirm it; {@link get} tells
   * whether the session is gone here all the same, or nothing has changed. Default `local`, this
   * session alone, as the form that posts to `sign-out`; the server's `scope.auth.signOut()` is
   * `global` unless told, as in supabase-js.
   */
  signOut(options?: { scope?: SignOutScope }): Promise<Result<null>>;
  /** Refreshes when a token is held and due. */
  tick(): Promise<void>;
}

interface HeldToken {
  value: string;
  lifetime: Lifetime;
}

/** Creates the session client of one tab. Does nothing until asked. */
export function createSessionClient(parts: {
  handler: SessionHandler;
  environment: BrowserEnvironment;
  initialSession?: PublicSession | undefined;
}): SessionClient {
  const { handler, environment } = parts;
  const listeners = createListeners((thrown) => queueMicrotask(() => raise(thrown)));
  const changes = new Set<() => void>();
  const ended = new Set<string>();
  let session: PublicSession | null = parts.initialSession ?? null;
  let token: HeldToken | null = null;
  let flight: Promise<PublicSession> | null = null;
  let refused: { error: BackendError; until: number } | null = null;
  let epoch = 0;

  function apply(answer: SessionAnswer | PublicSession, source: SessionEventSource): PublicSession {
    if (answer.status === "unavailable") return keep(answer);
    const known = session?.status === "unavailable" ? null : session;
    if (isStale(answer, known, ended)) return known ?? { status: "unauthenticated" };
    refused = null;
    const event = known && eventOf(known, answer);
    const held = token;
    if ("accessToken" in answer) {
      const lifetime = startLifetime(answer.expiresInSeconds, environment);
      token = { value: answer.accessToken, lifetime };
    } else if (event !== null || answer.status === "unauthenticated") token = null;
    const isRenewed = held !== null && token !== null && token.value !== held.value;
    const next = withoutToken(answer);
    if (known?.status === "authenticated" && observe(known).userId !== observe(next).userId) {
      ended.add(known.claims.session_id);
    }
    change(next);
    if (known === null) listeners.emit("INITIAL_SESSION", next, "local");
    else if (event) listeners.emit(event, next, source);
    else if (isRenewed) listeners.emit("TOKEN_REFRESHED", next, source);
    return next;
  }

  /** Nothing is known anew: what was known stays, and token requests pause for a moment. */
  function keep(answer: Extract<PublicSession, { status: "unavailable" }>): PublicSession {
    const error = reviveError(answer.error);
    const wait = Math.max(BACK_OFF_MS, (error.retryAfterSeconds ?? 0) * 1000);
    refused = { error, until: environment.monotonicNow() + wait };
    if (session === null) change(answer);
    return answer;
  }

  const current = (): PublicSession => session ?? { status: "unauthenticated" };

  function change(next: PublicSession): void {
    session = next;
    for (const listener of [...changes]) listener();
  }

  /** One call at a time; an answer to a question asked before a sign-out is dropped. */
  function ask(
    question: () => Promise<SessionAnswer>,
    source: SessionEventSource,
  ): Promise<PublicSession> {
    if (flight) return flight;
    const asked = epoch;
    const mine = question()
      .then((answer) => (asked === epoch ? apply(answer, source) : current()))
      .finally(() => {
        if (flight === mine) flight = null;
      });
    flight = mine;
    return mine;
  }

  async function freshToken(operation: string): Promise<string> {
    if (session?.status === "unauthenticated") throw sessionMissing(operation);
    if (token && !token.lifetime.isDue()) return token.value;
    const held = token && token.lifetime.remainingSeconds() > 0 ? token.value : null;
    if (refused && environment.monotonicNow() < refused.until) {
      if (held) return held;
      throw refused.error;
    }
    const isHeld = token !== null;
    const answer = await ask(
      () => (isHeld ? handler.refresh({ force: false }) : handler.read()),
      isHeld ? "local" : "server",
    );
    if (token && token.lifetime.remainingSeconds() > 0) return token.value;
    if (answer.status === "unavailable") throw reviveError(answer.error);
    throw sessionMissing(operation);
  }

  return {
    get: () => session,
    subscribe(listener) {
      let isOn = true;
      let isFirst = true;
      const deliver: SessionListener = (event, next, source) => {
        if (!isOn || (event === "INITIAL_SESSION" && !isFirst)) return;
        isFirst = false;
        listener(event, next, source);
      };
      const remove = listeners.add(deliver);
      queueMicrotask(() => {
        if (isOn && isFirst && session && session.status !== "unavailable") {
          deliver("INITIAL_SESSION", session, "local");
        }
      });
      return () => {
        isOn = false;
        remove();
      };
    },
    onChange(listener) {
      changes.add(listener);
      return () => changes.delete(listener);
    },
    getAccessToken: ({ signal } = {}) => abortable(freshToken("session token"), signal),
    refresh: ({ force = false } = {}) => ask(() => handler.refresh({ force }), "local"),
    async reload(source) {
      await flight;
      return ask(() => handler.read(), source);
    },
    accept(next) {
      if (next.status === "unavailable" && session !== null) return;
      // A page kept from before a sign-in may say "nobody": the server is asked, not believed.
      const isLoss = next.status === "unauthenticated" && session?.status === "authenticated";
      if (isLoss) void ask(() => handler.read(), "server");
      else apply(next, "server");
    },
    async signOut({ scope = "local" } = {}) {
      epoch++;
      try {
        const answer = await handler.signOut(scope);
        epoch++;
        flight = null;
        const { session: after, error } = splitAnswer(answer);
        apply(after, "local");
        return { data: null, error: error ? reviveError(error) : null };
      } catch (thrown) {
        if (!isBackendError(thrown)) throw thrown;
        return { data: null, error: thrown };
      }
    },
    async tick() {
      if (!token?.lifetime.isDue() || environment.isHidden()) return;
      await ask(() => handler.refresh({ force: false }), "local");
    },
  };
}

type KnownSession = Exclude<PublicSession, { status: "unavailable" }>;

/** Whether an answer is older than what the tab knows: of an ended session, or of fewer events. */
function isStale(
  answer: SessionAnswer | PublicSession,
  known: PublicSession | null,
  ended: ReadonlySet<string>,
): boolean {
  if (answer.status !== "authenticated") return false;
  if (ended.has(answer.claims.session_id)) return true;
  return (
    known?.status === "authenticated" &&
    known.claims.session_id === answer.claims.session_id &&
    answer.event.count < known.event.count
  );
}

function eventOf(known: PublicSession, answer: SessionAnswer | PublicSession): SessionEvent | null {
  const before = observe(known);
  const after = observe(answer);
  const isSameSession =
    known.status === "authenticated" &&
    answer.status === "authenticated" &&
    known.claims.session_id === answer.claims.session_id;
  // Another session of the same user counts its events from the start.
  const mark = isSameSession ? before.mark : { ...before.mark, count: -1 };
  return eventBetween({ ...before, mark }, after);
}

/** The session that holds after a sign-out, apart from what kept that from being confirmed. */
function splitAnswer(answer: SignOutAnswer): {
  session: SessionAnswer;
  error: BackendErrorJson | undefined;
} {
  if (answer.status === "unavailable") return { session: answer, error: answer.error };
  const { error, ...session } = answer;
  return { session, error };
}

function withoutToken(
  answer: Exclude<SessionAnswer, { status: "unavailable" }> | KnownSession,
): KnownSession {
  if (!("accessToken" in answer)) return answer;
  const { accessToken: _, ...shown } = answer;
  return shown;
}

/** Lets one caller go without ending what others wait for. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = () =>
      reject(fromNetworkFailure(signal.reason, { operation: "session token", signal }));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

function raise(thrown: unknown): never {
  throw thrown;
}
