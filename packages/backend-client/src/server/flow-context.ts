import type { SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "../config/define-backend.js";
import type { Jar } from "../cookies/jar.js";
import type { BackendError, Result } from "../errors/backend-error.js";
import type { Report } from "../session/report.js";
import type { Session } from "../session/session.js";
import type { SessionStore } from "../session/store.js";
import type { TokenSet } from "../session/types.js";
import type { Caller } from "./caller.js";
import type { HookRunner, WaitUntil } from "./hook-runner.js";
import type { SignInFlow } from "./hooks.js";
import type { Scope } from "./scope-type.js";

export interface RefreshTry {
  session: Session;
  /**
   * The reason why there are no new tokens. Null if there are new tokens, or if no user is signed
   * in.
   */
  error: BackendError | null;
}

export interface FlowContext {
  backend: Backend;
  open(): Promise<{ jar: Jar; store: SessionStore }>;
  session(): Promise<Session>;
  refresh(): Promise<RefreshTry>;
  changed(): Promise<void>;
  /**
   * True while the response can still set cookies. The value can change, so read the property each
   * time.
   */
  readonly canWrite: boolean;
  secret: string | undefined;
  caller: Caller;
  log: Report;
  hooks: HookRunner | null;
  waitUntil: WaitUntil;
  /** True if the hook `signedIn` receives the tokens of an OAuth provider. */
  isProviderShown: boolean;
  /**
   * Opens a read-only scope with new tokens, before the cookies contain them.
   * @throws BackendError `cookie_too_large`
   */
  openAs(tokens: TokenSet, signal?: AbortSignal): Scope;
  /**
   * If set, only the user with this email address may sign in. The value can change, so read the
   * property each time.
   */
  readonly expectedEmail: string | undefined;
  signal: AbortSignal | undefined;
}

export interface FlowPlan {
  operation: string;
  needsSession: boolean;
  /** True if the flow only reads. A page may run such a flow. */
  isRead?: boolean;
  isDiscreet?: boolean;
  /** The name of the flow, if it signs a user in. */
  via?: SignInFlow;
  keepsVerifiers?: boolean;
  /**
   * Returns the id of the only user who may sign in, or undefined if every user may. Called after
   * the flow's request.
   */
  onlyUser?: () => string | undefined;
}

export type Upstream = {
  data: unknown;
  error: { name: string; status?: number | undefined; code?: string | undefined } | null;
};

/**
 * Runs a flow. Before a flow that acts as a user, refreshes the session if a refresh is due. After
 * the flow, stores the session that the flow created.
 */
export type RunFlow = <T>(
  plan: FlowPlan,
  call: (auth: SupabaseClient["auth"]) => Promise<Upstream>,
) => Promise<Result<T>>;
