import type { SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "../config/define-backend.js";
import type { Log } from "../config/logger.js";
import type { Jar } from "../cookies/jar.js";
import type { BackendError, Result } from "../errors/backend-error.js";
import type { Session } from "../session/session.js";
import type { SessionStore } from "../session/store.js";
import type { Caller } from "./caller.js";

/** What came of a refresh that was asked for. */
export interface RefreshTry {
  session: Session;
  /** Why there are no new tokens; null when there are, or when no one is signed in. */
  error: BackendError | null;
}

/** What the flows are given by their scope. */
export interface FlowContext {
  backend: Backend;
  open(): Promise<{ jar: Jar; store: SessionStore }>;
  session(): Promise<Session>;
  refresh(): Promise<RefreshTry>;
  /** Forgets the resolved session and passes cookie changes on. */
  changed(): Promise<void>;
  /** Whether cookies can still be set; checked each time. */
  readonly canWrite: boolean;
  /** The project's HS256 secret. */
  secret: string | undefined;
  /** Who asks: counted before each flow, and told to the service. */
  caller: Caller;
  /** Where the server reports what happens to all. */
  log: Log;
  /** The caller's; ends a flow. */
  signal: AbortSignal | undefined;
}

/** How a flow is run. */
export interface FlowPlan {
  operation: string;
  /** Whether the flow acts as the signed-in user. */
  needsSession: boolean;
  /** Whether it only reads, so that a page may run it too. */
  isRead?: boolean;
  /** Whether the cookies it sets must not tell what the service answered. */
  isDiscreet?: boolean;
  /** Whether the flow itself removes the verifier it used, once it has succeeded. */
  keepsVerifiers?: boolean;
}

/** What auth-js answers, before its error is named. */
export type Upstream = {
  data: unknown;
  error: { name: string; status?: number | undefined; code?: string | undefined } | null;
};

/** Runs one flow of auth-js with the session refreshed before and stored after. */
export type RunFlow = <T>(
  plan: FlowPlan,
  call: (auth: SupabaseClient["auth"]) => Promise<Upstream>,
) => Promise<Result<T>>;
