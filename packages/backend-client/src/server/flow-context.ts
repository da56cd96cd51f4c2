import type { SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "../config/define-backend.js";
import type { Jar } from "../cookies/jar.js";
import type { BackendError, Result } from "../errors/backend-error.js";
import type { Report } from "../session/report-types.js";
import type { Session } from "../session/session.js";
import type { SessionStore } from "../session/store.js";
import type { TokenSet } from "../session/types.js";
import type { Caller } from "./caller.js";
import type { HookRunner, WaitUntil } from "./hook-runner.js";
import type { SignInFlow } from "./hooks.js";
import type { Scope } from "./scope-type.js";

export interface RefreshTry {
  session: Session;
  error: BackendError | null;
}

export interface FlowContext {
  backend: Backend;
  open(): Promise<{ jar: Jar; store: SessionStore }>;
  session(): Promise<Session>;
  refresh(): Promise<RefreshTry>;
  changed(): Promise<void>;
  /** Can change during a request, so do not copy the value. */
  readonly canWrite: boolean;
  secret: string | undefined;
  caller: Caller;
  log: Report;
  hooks: HookRunner | null;
  waitUntil: WaitUntil;
  isProviderShown: boolean;
  openAs(tokens: TokenSet, signal?: AbortSignal): Scope;
  /** Can change during a request, so do not copy the value. */
  readonly expectedEmail: string | undefined;
  signal: AbortSignal | undefined;
}

export interface FlowPlan {
  operation: string;
  needsSession: boolean;
  isRead?: boolean;
  isDiscreet?: boolean;
  via?: SignInFlow;
  keepsVerifiers?: boolean;
  onlyUser?: () => string | undefined;
}

export type Upstream = {
  data: unknown;
  error: { name: string; status?: number | undefined; code?: string | undefined } | null;
};

export type RunFlow = <T>(
  plan: FlowPlan,
  call: (auth: SupabaseClient["auth"]) => Promise<Upstream>,
) => Promise<Result<T>>;
