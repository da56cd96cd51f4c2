import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type BrowserBackend, createBrowserBackend } from "../browser/browser-backend.js";
import { defineBackend } from "../config/define-backend.js";
import type { PublicSession } from "../session/session.js";
import { BackendContext } from "./context.js";

/** What the browser may know of the project; both values are public. */
export interface BackendConfig {
  /** Address of the project, as `backend.url` has it. */
  url: string;
  /** The public key, as `backend.anonKey` has it. */
  anonKey: string;
}

/** Props of {@link BackendProvider}. */
export interface BackendProviderProps {
  /** From the server, at run time: one build serves any backend. */
  config: BackendConfig;
  /** From `toInitialSession` on the server; holds no tokens. A newer one is taken over. */
  initialSession: PublicSession;
  /** Where the app mounts the session handler; `/auth` by default. */
  basePath?: string | undefined;
  /**
   * Called when the signed-in user is gone or another one, also another one after nobody was there,
   * with the session as it is then. By default the page is loaded anew, so that neither the router's
   * cache nor anything in memory shows the former user's data. It may be a new function on every
   * render.
   */
  onUserGone?: ((now: PublicSession) => void) | undefined;
  /** Replaces the client, for tests. Default: one made of `config`. */
  client?: BrowserBackend | undefined;
  /** The page. */
  children: ReactNode;
}

/**
 * Gives the page's components the backend. Render it once, in the root layout.
 * @example
 * <BackendProvider config={{ url, anonKey }} initialSession={toInitialSession(session)}>
 *   <Page />
 * </BackendProvider>
 */
export function BackendProvider(props: BackendProviderProps): ReactNode {
  const { config, initialSession, basePath, onUserGone = reloadPage, children } = props;
  const [client] = useState(
    () => props.client ?? createBrowserBackend(defineBackend(config), { basePath, initialSession }),
  );
  const latest = useRef(onUserGone);
  useEffect(() => {
    latest.current = onUserGone;
  });
  // One watch for the client's whole life, begun first: what `accept` finds must be heard, also
  // when the same render brings a new callback.
  useEffect(() => watchUser(client, (now) => latest.current(now)), [client]);
  useEffect(() => client.start(), [client]);
  useEffect(() => client.session.accept(initialSession), [client, initialSession]);
  return <BackendContext value={{ client, initialSession }}>{children}</BackendContext>;
}

/**
 * The page's client: `db`, `storage`, `functions`, `realtime`, `session`, acting as the user.
 * @throws Error outside a `BackendProvider`
 */
export function useBackend<Database = unknown>(): BrowserBackend<Database> {
  const context = useContext(BackendContext);
  if (!context) throw new Error("useBackend needs a BackendProvider above it.");
  return context.client as BrowserBackend<Database>;
}

function reloadPage(): void {
  window.location.reload();
}

/**
 * Calls back when the user of the moment is replaced or signed out, once per change. Where a page
 * outlives its user it still holds their data, so whoever comes next is compared with them.
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
