import type { NoClaims, UntypedDatabase } from "../config/define-backend.js";
import type { Jar } from "../cookies/jar.js";
import type { SessionStore } from "../session/store.js";
import type { Caller } from "./caller.js";
import type { RefreshTry } from "./flow-context.js";
import type { HookRunner } from "./hook-runner.js";
import type { Scope } from "./scope-type.js";

/**
 * The members of a scope that only the SDK's handlers and its proxy for Next use.
 * @internal
 */
export interface InnerScope<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends Scope<Database, Claims> {
  store(): Promise<SessionStore>;
  jar(): Promise<Jar>;
  expectEmail(address: string): void;
  readonly caller: Caller;
  readonly hooks: HookRunner | null;
  tryRefresh(): Promise<RefreshTry>;
}
