import type { Queryable, TransactionOptions } from "../database/database.ts";
import type { ServiceContext } from "../service.ts";
import type { AuthLimits } from "./limits.ts";
import type { AuthMailer } from "./mailer.ts";

/** A transaction that can put off what others must not see before it is committed. */
export interface AuthTransaction extends Queryable {
  /** Runs once the transaction is committed; never when it is rolled back. */
  afterCommit(run: () => Promise<void>): void;
}

/** What the endpoint families of the auth service share. */
export interface AuthContext {
  service: ServiceContext;
  config: ServiceContext["config"]["auth"];
  mailer: AuthMailer;
  limits: AuthLimits;
  /** Now, as the database is given it. */
  now(): Date;
  /** Runs as the schema's owner. An error thrown inside rolls back. */
  transaction<T>(run: (tx: AuthTransaction) => Promise<T>): Promise<T>;
}

const AS_OWNER: TransactionOptions = { role: "supabase_auth_admin" };

/** Binds the service's means for its endpoints. */
export function createAuthContext(
  service: ServiceContext,
  parts: Pick<AuthContext, "mailer" | "limits">,
): AuthContext {
  return {
    service,
    config: service.config.auth,
    ...parts,
    now: () => new Date(service.now()),
    async transaction(run) {
      const postponed: (() => Promise<void>)[] = [];
      const result = await service.database.transaction(
        (tx) =>
          run({
            query: (text, values) => tx.query(text, values),
            afterCommit: (task) => postponed.push(task),
          }),
        AS_OWNER,
      );
      for (const task of postponed) await task();
      return result;
    },
  };
}
