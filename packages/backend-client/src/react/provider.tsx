import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type BrowserBackend, openTab } from "../browser/browser-backend.js";
import type { HandlerOptions } from "../browser/session-http.js";
import { createBackend } from "../config/define-backend.js";
import type { RegisteredClaims, RegisteredDatabase } from "../config/register.js";
import { defaultRuntime } from "../config/runtime.js";
import type { PublicSession } from "../session/session.js";
import { BackendContext } from "./context.js";

/** The project's configuration for the browser. Both values are public. */
export interface BackendConfig {
  /** URL of the project, from `backend.url`. */
  url: string;
  /** The public key, from `backend.anonKey`. */
  anonKey: string;
}

/** Props of {@link BackendProvider}. */
export interface BackendProviderProps extends HandlerOptions {
  /** The configuration from `defineBackend`, or a promise of it. */
  config: BackendConfig | PromiseLike<BackendConfig>;
  /**
   * The session from `toInitialSession` on the server, or a promise of it. `useSession` suspends
   * until the promise resolves.
   */
  initialSession: PublicSession | PromiseLike<PublicSession>;
  /**
   * Called with the new session when the user signs out, and when a different user signs in.
   * Default: the page reloads, so that the former user's data does not remain in memory.
   */
  onUserGone?: ((now: PublicSession) => void) | undefined;
  /** Replaces the client in tests. Default: a client created from `config`. */
  client?: BrowserBackend | undefined;
  /** The components that use the backend. */
  children: ReactNode;
}

/**
 * Provides the backend to the page's components. Render it once, in the root layout.
 * @example
 * <BackendProvider config={{ url, anonKey }} initialSession={toInitialSession(session)}>
 *   <Page />
 * </BackendProvider>
 */
export function BackendProvider(props: BackendProviderProps): ReactNode {
  const { config, initialSession, onUserGone = reloadPage, children } = props;
  const known = "then" in initialSession ? undefined : initialSession;
  const [client] = useState(() => {
    // In production, bundlers remove this check. The server has already checked the configuration.
    if (process.env.NODE_ENV !== "production" && !("then" in config)) createBackend(config);
    const { basePath, trailingSlash } = props;
    const options = { basePath, trailingSlash, initialSession: known };
    return props.client ?? openTab(config, defaultRuntime, options);
  });
  const latest = useRef(onUserGone);
  useEffect(() => {
    latest.current = onUserGone;
  });
  // This effect must run before `accept`, so that `watchUser` is subscribed when `accept` finds
  // another user.
  useEffect(() => watchUser(client, (now) => latest.current(now)), [client]);
  useEffect(() => client.start(), [client]);
  useEffect(() => {
    if (known) client.session.accept(known);
    else void Promise.resolve(initialSession).then(client.session.accept, () => {});
  }, [client, initialSession, known]);
  return <BackendContext value={{ client, initialSession }}>{children}</BackendContext>;
}

/**
 * Returns the page's client, with the types of the registered backend (see `Register`).
 * @throws Error outside a `BackendProvider`
 */
export function useBackend<
  Database = RegisteredDatabase,
  Claims extends object = RegisteredClaims,
>(): BrowserBackend<Database, Claims> {
  const context = useContext(BackendContext);
  if (!context) throw new Error("useBackend needs a BackendProvider above it.");
  return context.client as BrowserBackend<Database, Claims>;
}

function reloadPage(): void {
  window.location.reload();
}

/**
 * Remembers the last user after a sign-out, because the page may still show that user's data when
 * another user signs in.
 */
function watchUser(client: BrowserBackend, onUserGone: (now: PublicSession) => void): () => void {
  let last = userOf(client.session.get());
  let isThere = last !== null;
  return client.session.subscribe((_event, session) => {
    const user = userOf(session);
    const isGone = user === null ? isThere : last !== null && last !== user;
    isThere = user !== null;
    last = user ?? last;
    if (isGone) onUserGone(session);
  });
}

function userOf(session: PublicSession | null): string | null {
  return session?.status === "authenticated" ? session.claims.sub : null;
}
