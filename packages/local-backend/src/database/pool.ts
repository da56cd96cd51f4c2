import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { DiskFullError } from "../config/disk-full.ts";
import type { Connection } from "./connection.ts";
import type { Database, PreparedStatement, Queryable, TransactionOptions } from "./database.ts";
import { Listener } from "./listener.ts";

const POOL_SIZE = 10;

export interface PooledDatabase extends Database {
  /** Calls after `suspend` wait until `resume`. */
  suspend(): Promise<void>;
  resume(): void;
  close(): Promise<void>;
}

/**
 * SQLSTATEs of a server that is stopping or starting. Source: PostgreSQL's appendix A, class 57.
 */
const STOPPED_STATES = new Set(["57P01", "57P02", "57P03"]);

const isUnreachable = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || STOPPED_STATES.has(error.code ?? "");

function configure(statement: string | PreparedStatement, values?: readonly unknown[]) {
  const query = typeof statement === "string" ? { text: statement } : statement;
  return values ? { ...query, values: [...values] } : query;
}

function opening(options: TransactionOptions): string {
  const settings = Object.entries(options.settings ?? {});
  if (options.role !== undefined) settings.push(["role", options.role]);
  const calls = settings.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  return calls.length === 0 ? "begin" : `begin; select ${calls.join(", ")}`;
}

/**
 * @param lacksSpace returns whether the server's disk is full, which connection errors do not
 * report. Default: never full.
 */
export function createDatabase(
  connection: Connection,
  lacksSpace: () => boolean = () => false,
): PooledDatabase {
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw isUnreachable(error) && lacksSpace() ? new DiskFullError(error) : error;
    }
  };
  const over = (client: pg.ClientBase): Queryable => ({
    query: async <Row extends object>(
      statement: string | PreparedStatement,
      values?: readonly unknown[],
    ) => (await ask(() => client.query<Row>(configure(statement, values)))).rows,
  });
  const openPool = () => {
    const pool = new pg.Pool({ ...connection, max: POOL_SIZE, idleTimeoutMillis: 30_000 });
    // Without a listener, the loss of an idle connection would throw. The pool replaces the
    // connection.
    pool.on("error", () => undefined);
    return pool;
  };
  let gate = Promise.resolve();
  let openGate: () => void = () => undefined;
  let pool = openPool();
  const listener = new Listener(connection);

  return {
    query: async <Row extends object>(
      statement: string | PreparedStatement,
      values?: readonly unknown[],
    ) => {
      await gate;
      return (await ask(() => pool.query<Row>(configure(statement, values)))).rows;
    },
    transaction: async (run, options = {}) => {
      await gate;
      const client = await ask(() => pool.connect());
      let broken: Error | undefined;
      const onError = (error: Error) => {
        broken = error;
      };
      client.on("error", onError);
      try {
        await ask(() => client.query(opening(options)));
        const result = await run(over(client));
        await ask(() => client.query(options.rollback === true ? "rollback" : "commit"));
        return result;
      } catch (error) {
        await client.query("rollback").catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.off("error", onError);
        client.release(broken);
      }
    },
    listen: (channel, onPayload) => listener.add(channel, onPayload),
    suspend: async () => {
      gate = new Promise((resolve) => {
        openGate = resolve;
      });
      await listener.suspend();
      await endPool(pool);
    },
    resume: () => {
      pool = openPool();
      listener.resume();
      openGate();
    },
    close: async () => {
      await listener.suspend();
      await endPool(pool);
    },
  };
}

/** Waits at most two seconds, because a transaction may stay open. */
async function endPool(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end(), delay(2000, undefined, { ref: false })]);
}
