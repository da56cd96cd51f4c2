import type { Cookie } from "../cookies/chunk.js";
import type { CookieChange } from "../cookies/options.js";
import type { Report } from "../session/report.js";
import type { HookRunner, WaitUntil } from "./hook-runner.js";

/** The request of a scope, as the framework shows it. */
export interface ScopeSource {
  getAll(): readonly Cookie[] | Promise<readonly Cookie[]>;
  setAll?: ((changes: readonly CookieChange[]) => void | Promise<void>) | undefined;
  secure(): boolean;
  host(): string | undefined;
  /** Returns true if the request may rotate tokens and set cookies. */
  canWrite(): boolean;
  /** The bearer token. If set, the scope ignores the cookies. Null without a token. */
  bearer: string | null;
  /** The request's headers. Undefined if the framework provides none. */
  headers: Pick<Headers, "get"> | undefined;
  socketAddress: string | undefined;
  signal: AbortSignal | undefined;
  log: Report;
  hooks: HookRunner | null;
  waitUntil: WaitUntil;
}
