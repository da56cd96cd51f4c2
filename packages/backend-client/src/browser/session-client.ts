import { abortable, abortableResult } from "../config/abortable.js";
import { type AccessTokenSource, sessionMissing } from "../config/authorized-fetch.js";
import { RETRY_AFTER_MAX_SECONDS } from "../config/constants.js";
import type { BackendError, Result } from "../errors/backend-error.js";
import { isBackendError } from "../errors/backend-error.js";
import type { SessionEventSource } from "../session/events.js";
import type { PublicSession, SessionAnswer } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";
import type { EventLog } from "./event-log.js";
import { type Lifetime, startLifetime } from "./lifetime.js";
import { createListeners, type SessionListener } from "./listeners.js";
import { reviveError, type SessionHandler, type SignOutScope } from "./session-http.js";
import { createSessionRequests } from "./session-requests.js";
import { eventSince, isStale, seen, splitAnswer, withoutToken } from "./session-responses.js";

/** Milliseconds during which a call that brought no better token is not repeated. */
const BACK_OFF_MS = 2_000;

/** How long a caller wants to wait. */
export interface WaitOptions {
  /**
   * Aborting ends the wait with `aborted`; what was asked goes on, since others may wait for it.
   * Default: the caller waits for the answer.
   */
  signal?: AbortSignal | undefined;
}

/** Options of {@link SessionClient.refresh}. */
export interface RefreshOptions extends WaitOptions {
  /**
   * True: new tokens even though none are due, for new claims after a change made on the server. It
   * waits for what is under way and asks then, so the answer is never older than the call. Default:
   * only what is due is refreshed.
   */
  force?: boolean | undefined;
}

/** Options of {@link SessionClient.signOut}. */
export interface SignOutOptions extends WaitOptions {
  /** Which sessions end. Default `local`: this one alone. */
  scope?: SignOutScope | undefined;
}

/** The session as one tab knows it. The access token stays inside; the refresh token never comes. */
export interface SessionClient {
  /** What is known now, without tokens; the same object until it changes. Null: not asked yet. */
  get(): PublicSession | null;
  /** Hears each event once, `INITIAL_SESSION` first; the answer unsubscribes. */
  subscribe(listener: SessionListener): () => void;
  /** Hears of every change of {@link get}, also those that are no event. */
  onChange(listener: () => void): () => void;
  /**
   * Answers a token that is not due for refresh, or the best there is; throws instead of guessing.
   * @throws BackendError `session_missing`, or why the session is unavailable
   */
  getAccessToken: AccessTokenSource;
  /** Asks the server again; a wait that was aborted answers `unavailable`. */
  refresh(options?: RefreshOptions): Promise<PublicSession>;
  /** Asks the server what the cookie says now, refreshing only when due. */
  reload(source: SessionEventSource, options?: WaitOptions): Promise<PublicSession>;
  /** Takes over a session that a server-rendered page brought along. */
  accept(session: PublicSession): void;
  /**
   * Tells what happened on the server since the tabs of this browser heard of the session last, and
   * remembers from now on what was eventLog: ids and a count, in the page's storage. Asks nobody.
   */
  recall(): void;
  /**
   * Ends the session. An error says that the auth service did not confirm it; {@link get} tells
   * whether the session is gone here all the same, or nothing has changed. Default `local`, this
   * session alone, as the form that posts to `sign-out`; the server's `scope.auth.signOut()` is
   * `global` unless eventLog, as in supabase-js. A sign-out that was begun goes on when its caller
   * aborts.
   */
  signOut(options?: SignOutOptions): Promise<Result<null>>;
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
  eventLog: EventLog;
  initialSession?: PublicSession | undefined;
}): SessionClient {
  const { handler, environment, eventLog } = parts;
  const listeners = createListeners<SessionListener>();
  const changes = createListeners<() => void>();
  const requests = createSessionRequests<PublicSession>();
  const ended = new Set<string>();
  let session: PublicSession | null = parts.initialSession ?? null;
  let token: HeldToken | null = null;
  /** Until when nobody asks again, since the last answer brought no better token; and why. */
  let pause: { error: BackendError | null; until: number } | null = null;
  let epoch = 0;
  let isRecalling = false;

  function apply(answer: SessionAnswer | PublicSession, source: SessionEventSource): PublicSession {
    if (answer.status === "unavailable") return keep(answer);
    const known = session?.status === "unavailable" ? null : session;
    if (isStale(answer, known, ended)) return known ?? { status: "unauthenticated" };
    pause = null;
    const event = known && eventSince(seen(known), answer);
    const held = token;
    if ("accessToken" in answer) {
      const lifetime = startLifetime(answer, environment);
      token = { value: answer.accessToken, lifetime };
      if (lifetime.isDue())
        pause = { error: null, until: environment.monotonicNow() + BACK_OFF_MS };
    } else if (event !== null || answer.status === "unauthenticated") token = null;
    const isRenewed = held !== null && token !== null && token.value !== held.value;
    const next = withoutToken(answer);
    const former = known && seen(known).user;
    if (former && former.sessionId !== seen(next).user?.sessionId) ended.add(former.sessionId);
    change(next);
    if (known === null) listeners.emit("INITIAL_SESSION", next, "local");
    else if (event) listeners.emit(event, next, source);
    else if (isRenewed) listeners.emit("TOKEN_REFRESHED", next, source);
    if (isRecalling && known === null) catchUp();
    else if (isRecalling) eventLog.note(next);
    return next;
  }

  /** Nothing is known anew: what was known stays, and token requests pause for a moment. */
  function keep(answer: Extract<PublicSession, { status: "unavailable" }>): PublicSession {
    const error = reviveError(answer.error);
    const asked = Math.min(error.retryAfterSeconds ?? 0, RETRY_AFTER_MAX_SECONDS);
    const wait = Math.max(BACK_OFF_MS, asked * 1000);
    pause = { error, until: environment.monotonicNow() + wait };
    if (session === null) change(answer);
    return answer;
  }

  const isPaused = (): boolean => pause !== null && environment.monotonicNow() < pause.until;

  const current = (): PublicSession => session ?? { status: "unauthenticated" };

  function change(next: PublicSession): void {
    session = next;
    changes.emit();
  }

  function catchUp(): void {
    const now = session;
    if (now === null || now.status === "unavailable") return;
    const event = eventLog.missed(now);
    eventLog.note(now);
    // Later, so that those who subscribe in the same breath hear it.
    if (event) queueMicrotask(() => session === now && listeners.emit(event, now, "server"));
  }

  /**
   * A request whose answer is dropped when it was sent before a sign-out.
   * @param ending where the session ended, when the answer says that it did
   */
  function asking(
    request: () => Promise<SessionAnswer>,
    source: SessionEventSource,
    ending = source,
  ): () => Promise<PublicSession> {
    return async () => {
      const asked = epoch;
      const answer = await request();
      if (asked !== epoch) return current();
      return apply(answer, answer.status === "unauthenticated" ? ending : source);
    };
  }

  const reading = (source: SessionEventSource) => asking(() => handler.read(), source);
  const refreshing = (force: boolean) =>
    asking(() => handler.refresh({ force }), "local", "server");

  function waitFor(answer: Promise<PublicSession>, signal: AbortSignal | undefined) {
    return abortable(answer, { operation: "session refresh", signal }).catch((thrown) => {
      if (!isBackendError(thrown)) throw thrown;
      return { status: "unavailable", error: thrown.toJSON() } satisfies PublicSession;
    });
  }

  async function freshToken(operation: string): Promise<string> {
    if (session?.status === "unauthenticated") throw sessionMissing(operation);
    if (token && !token.lifetime.isDue()) return token.value;
    const held = token && token.lifetime.remainingSeconds() > 0 ? token.value : null;
    if (held && isPaused()) return held;
    if (pause?.error && isPaused()) throw pause.error;
    const isHeld = token !== null;
    const answer = await requests.send(isHeld ? refreshing(false) : reading("server"));
    if (token && token.lifetime.remainingSeconds() > 0) return token.value;
    if (answer.status === "unavailable") throw reviveError(answer.error);
    throw sessionMissing(operation);
  }

  async function signOut(scope: SignOutScope): Promise<Result<null>> {
    epoch++;
    const answer = await handler.signOut(scope);
    epoch++;
    requests.forget();
    const { session: after, error } = splitAnswer(answer);
    apply(after, "local");
    return { data: null, error: error ? reviveError(error) : null };
  }

  return {
    get: () => session,
    subscribe(listener) {
      let isOn = true;
      let isFirst = true;
      const known = session?.status === "unavailable" ? null : session;
      const begin = (): void => {
        if (!isOn || !isFirst || known === null) return;
        isFirst = false;
        listener("INITIAL_SESSION", known, "local");
      };
      const remove = listeners.add((event, next, source) => {
        begin();
        if (!isOn || (event === "INITIAL_SESSION" && !isFirst)) return;
        isFirst = false;
        listener(event, next, source);
      });
      queueMicrotask(begin);
      return () => {
        isOn = false;
        remove();
      };
    },
    onChange: (listener) => changes.add(listener),
    getAccessToken: ({ signal } = {}) =>
      abortable(freshToken("session token"), { operation: "session token", signal }),
    refresh({ force = false, signal } = {}) {
      const request = refreshing(force);
      const answer = force ? requests.sendAfterPending("refresh", request) : requests.send(request);
      return waitFor(answer, signal);
    },
    reload: (source, { signal } = {}) =>
      waitFor(requests.sendAfterPending("read", reading(source)), signal),
    accept(next) {
      if (next.status === "unavailable" && session !== null) return;
      // A page kept from before a sign-in may say "nobody": the server is asked, not believed.
      const isLoss = next.status === "unauthenticated" && session?.status === "authenticated";
      if (isLoss) void requests.send(reading("server"));
      else apply(next, "server");
    },
    recall() {
      isRecalling = true;
      catchUp();
    },
    signOut: ({ scope = "local", signal } = {}) =>
      abortableResult(signOut(scope), { operation: "session sign-out", signal }),
    async tick() {
      if (!token?.lifetime.isDue() || environment.isHidden() || isPaused()) return;
      await requests.send(refreshing(false));
    },
  };
}
