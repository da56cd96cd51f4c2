import type { Context } from "hono";
import type { Queryable, TransactionOptions } from "../database/database.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { type AuditEvent, writeAuditEntry } from "./audit.ts";
import { type Caller, describeCaller } from "./caller.ts";
import type { AuthLimits } from "./limits.ts";
import type { AuthMailer } from "./mailer.ts";
import type { SendEmailHook } from "./send-email-hook.ts";

export interface AuthTransaction extends Queryable {
  caller: Caller;
  afterCommit(run: () => Promise<void>): void;
  record(event: AuditEvent): Promise<void>;
}

export interface AuthContext {
  service: ServiceContext;
  config: ServiceContext["config"]["auth"];
  mailer: AuthMailer;
  /** If set, the hook sends the emails instead of the mailer. */
  hook: SendEmailHook | undefined;
  limits: AuthLimits;
  now(): Date;
  transaction<T>(
    c: Context<ServiceEnv>,
    run: (tx: AuthTransaction) => Promise<T>,
    settings?: Readonly<Record<string, string>>,
  ): Promise<T>;
}

/** Hosted Supabase uses the same role and search path. Triggers on `auth.users` depend on both. */
const AS_OWNER = {
  role: "supabase_auth_admin",
  settings: { search_path: "auth" },
} satisfies TransactionOptions;

export function createAuthContext(
  service: ServiceContext,
  parts: Pick<AuthContext, "mailer" | "hook" | "limits">,
): AuthContext {
  const now = () => new Date(service.now());
  return {
    service,
    config: service.config.auth,
    ...parts,
    now,
    async transaction(c, run, settings) {
      const caller = describeCaller(c);
      const postponed: (() => Promise<void>)[] = [];
      const result = await service.database.transaction(
        (tx) =>
          run({
            caller,
            query: (statement, values) => tx.query(statement, values),
            afterCommit: (task) => postponed.push(task),
            record: (event) => writeAuditEntry(tx, event, { address: caller.address, now: now() }),
          }),
        { ...AS_OWNER, settings: { ...AS_OWNER.settings, ...settings } },
      );
      for (const task of postponed) await task();
      return result;
    },
  };
}
