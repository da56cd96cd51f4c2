import type { Context } from "hono";
import type { Queryable, TransactionOptions } from "../database/database.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { type AuditEvent, writeAuditEntry } from "./audit.ts";
import { type Caller, describeCaller } from "./caller.ts";
import type { AuthLimits } from "./limits.ts";
import type { AuthMailer } from "./mailer.ts";
import type { SendEmailHook } from "./send-email-hook.ts";

/** A transaction on behalf of one caller. */
export interface AuthTransaction extends Queryable {
  caller: Caller;
  /** Runs once the transaction is committed; never when it is rolled back. */
  afterCommit(run: () => Promise<void>): void;
  /** Adds a line to the audit log. */
  record(event: AuditEvent): Promise<void>;
}

/** What the endpoint families of the auth service share. */
export interface AuthContext {
  service: ServiceContext;
  config: ServiceContext["config"]["auth"];
  mailer: AuthMailer;
  /** Where emails go instead of the mailer; absent while no hook is enabled. */
  hook: SendEmailHook | undefined;
  limits: AuthLimits;
  /** Now, as the database is given it. */
  now(): Date;
  /**
   * Runs as the schema's owner. An error thrown inside rolls back.
   * @param c the request, whose caller sessions and the audit log name
   */
  transaction<T>(c: Context<ServiceEnv>, run: (tx: AuthTransaction) => Promise<T>): Promise<T>;
}

/** With the search path of hosted's login: a project's trigger on `auth.users` meets the same here. */
const AS_OWNER: TransactionOptions = {
  role: "supabase_auth_admin",
  settings: { search_path: "auth" },
};

/** Binds the service's means for its endpoints. */
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
    async transaction(c, run) {
      const caller = describeCaller(c);
      const postponed: (() => Promise<void>)[] = [];
      const result = await service.database.transaction(
        (tx) =>
          run({
            caller,
            query: (text, values) => tx.query(text, values),
            afterCommit: (task) => postponed.push(task),
            record: (event) => writeAuditEntry(tx, event, { address: caller.address, now: now() }),
          }),
        AS_OWNER,
      );
      for (const task of postponed) await task();
      return result;
    },
  };
}
