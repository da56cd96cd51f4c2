import type { PasskeyMetadata } from "@supabase/supabase-js";
import { abortable, abortableResult } from "../config/abortable.js";
import type { AccessTokenSource } from "../config/authorized-fetch.js";
import { RETRY_AFTER_MAX_SECONDS } from "../config/constants.js";
import type { NoClaims } from "../config/define-backend.js";
import { loadOnce } from "../config/load-once.js";
import {
  type BackendError,
  isBackendError,
  type Result,
  reviveError,
} from "../errors/backend-error.js";
import { sessionMissing } from "../errors/session-missing.js";
import type { SessionEventSource } from "../session/events.js";
import type { PublicSession, SessionAnswer } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";
import type { EventLog } from "./event-log.js";
import { type Lifetime, startLifetime } from "./lifetime.js";
import { createListeners, type SessionListener } from "./listeners.js";
import type { RegisterPasskeyOptions, SignInWithPasskeyOptions } from "./passkey-options.js";
import type { SessionHandler, SignOutScope } from "./session-http.js";
import { createSessionRequests } from "./session-requests.js";
import { eventSince, isStale, seen, splitAnswer, withoutToken } from "./session-responses.js";

const BACK_OFF_MS = 2_000;

/** Options of calls that wait for the session. */
export interface WaitOptions {
  /** Ends the caller's wait with `aborted`, but not the request. Default: no signal. */
  signal?: AbortSignal | undefined;
}

/** Options of {@link SessionClient.refresh}. */
export interface RefreshOptions extends WaitOptions {
  /**
   * If true, requests new tokens even if no refresh is due, for example after the server changed
   * the claims. Default: false.
   */
  force?: boolean | undefined;
}

/** Options of {@link SessionClient.signOut}. */
export interface SignOutOptions extends WaitOptions {
  /** The sessions to end. Default: `local`, which ends only this session. */
  scope?: SignOutScope | undefined;
}

/** The session in one tab. The refresh token never reaches the tab. */
export interface SessionClient<Claims extends object = NoClaims> {
  /**
   * Returns the current session, without tokens. Without an initial session, returns null until the
   * first response.
   */
  get(): PublicSession<Claims> | null;
  /**
   * Calls the listener for each session event.
   * @returns a function that unsubscribes
   */
  subscribe(listener: SessionListener<Claims>): () => void;
  /**
   * Calls the listener whenever the value of {@link get} changes, even if no event is emitted.
   * @returns a function that unsubscribes
   */
  onChange(listener: () => void): () => void;
  /**
   * Returns a valid access token. Refreshes it first if a refresh is due. If the server fails,
   * returns the current token while it is valid.
   * @throws BackendError `session_missing`, or the reason why the session is unavailable
   */
  getAccessToken: AccessTokenSource;
  /**
   * Refreshes the session on the server if a refresh is due, or always with `force`. After an
   * abort, the status of the returned session is `unavailable`.
   */
  refresh(options?: RefreshOptions): Promise<PublicSession<Claims>>;
  /**
   * Reads the session from the server, which refreshes it only if a refresh is due.
   * @param source passed to listeners if the reload causes an event
   */
  reload(source: SessionEventSource, options?: WaitOptions): Promise<PublicSession<Claims>>;
  /**
   * Applies a session that the server rendered into the page. If that session has no user but this
   * tab has one, reads the session from the server instead.
   */
  accept(session: PublicSession<Claims>): void;
  /**
   * Emits the session's last event if the event happened before this document loaded and no earlier
   * document received it. After this call, the client records each event in the browser's storage.
   */
  recall(): void;
  /**
   * Ends the session; the default scope is `local`. After an error, the session may still be valid
   * at the auth service. Call {@link get} to see if this browser still has a session.
   */
  signOut(options?: SignOutOptions): Promise<Result<null>>;
  /**
   * Signs in with a passkey of this device. The code loads with the first call. Errors:
   * `passkey_cancelled`, `passkey_unsupported`, `aborted`, and those of `verifyAuthentication` on
   * the server, such as `webauthn_challenge_expired` after more than 5 minutes.
   * @beta
   */
  signInWithPasskey(
    options?: SignInWithPasskeyOptions,
  ): Promise<Result<Extract<PublicSession<Claims>, { status: "authenticated" }>>>;
  /**
   * Adds a passkey of this device to the signed-in user. Errors: `passkey_cancelled`,
   * `passkey_unsupported`, `aborted`, `webauthn_credential_exists` for a device that already has a
   * passkey of this user, and those of `startRegistration` and `verifyRegistration` on the server.
   * @beta
   */
  registerPasskey(options?: RegisterPasskeyOptions): Promise<Result<PasskeyMetadata>>;
  /**
   * Refreshes the token if a refresh is due and the page is visible. Does nothing during the pause
   * that follows a failed request, or a response whose token was already due for a refresh.
   */
  tick(): Promise<void>;
}

interface HeldToken {
  value: string;
  lifetime: Lifetime;
}

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
    // Emit later, so that a listener that subscribes in the same task also receives the event.
    if (event) queueMicrotask(() => session === now && listeners.emit(event, now, "server"));
  }

  /** Discards the response if a sign-out started or ended while the request was pending. */
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

  const passkeys = loadOnce(async () => {
    const { createPasskeys } = await import("./passkeys.js");
    return createPasskeys({ ...client, post: handler.post });
  });

  const client: SessionClient = {
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
      // The router may have cached the page of `next` before the sign-in. Ask the server.
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
    async signInWithPasskey(options) {
      const { data, error } = await passkeys();
      return data ? data.signIn(options) : { data, error };
    },
    async registerPasskey(options) {
      const { data, error } = await passkeys();
      return data ? data.register(options) : { data, error };
    },
    async tick() {
      if (!token?.lifetime.isDue() || environment.isHidden() || isPaused()) return;
      await requests.send(refreshing(false));
    },
  };
  return client;
}
