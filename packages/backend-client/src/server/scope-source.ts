import type { Cookie } from "../cookies/chunk.js";
import type { CookieChange } from "../cookies/options.js";
import type { Report } from "../session/report-types.js";
import type { HookRunner, WaitUntil } from "./hook-runner.js";

export interface ScopeSource {
  getAll(): readonly Cookie[] | Promise<readonly Cookie[]>;
  setAll?: ((changes: readonly CookieChange[]) => void | Promise<void>) | undefined;
  secure(): boolean;
  host(): string | undefined;
  canWrite(): boolean;
  bearer: string | null;
  headers: Pick<Headers, "get"> | undefined;
  socketAddress: string | undefined;
  signal: AbortSignal | undefined;
  log: Report;
  hooks: HookRunner | null;
  waitUntil: WaitUntil;
}
