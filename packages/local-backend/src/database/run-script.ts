import pg from "pg";
import { LocalBackendError, type LocalBackendErrorCode } from "../config/errors.ts";
import { passOverTransactions } from "./own-transactions.ts";
import { lineAt, splitStatements } from "./statements.ts";

export interface Script {
  name: string;
  text: string;
}

interface RunOptions {
  code: LocalBackendErrorCode;
  whole: string;
  keepsSession?: boolean;
  start?: string;
  finish(): Promise<unknown>;
}

/** Used instead of `discard all`, which is not allowed inside a transaction. */
const FORGET = "reset role; reset all; discard temp; deallocate all";
/**
 * Checks deferred constraints after each script, so that the error belongs to the script that
 * violated them.
 */
const CHECK = "savepoint checked; set constraints all immediate; rollback to savepoint checked";

/** Runs the scripts in one transaction, so that a failing script changes nothing. */
export async function runScripts(
  client: pg.Client,
  scripts: readonly Script[],
  { code, whole, keepsSession = false, start = "", finish }: RunOptions,
): Promise<void> {
  const between = keepsSession ? CHECK : `${CHECK}; ${FORGET}`;
  const done: Script[] = [];
  const left = scripts.map(({ name, text }) => ({
    name,
    text: passOverTransactions({ name, text }, code),
  }));
  try {
    await client.query(`begin; ${start}`);
    for (const script of left) {
      await client.query(script.text);
      await client.query(between);
      done.push(script);
    }
    await finish();
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => undefined);
    const failed = left[done.length];
    if (!(cause instanceof pg.DatabaseError) || failed === undefined) throw cause;
    const line = await findLine(client, { start, done, between, failed: failed.text }, cause);
    throw new LocalBackendError(
      code,
      `${failed.name}, line ${line}: ${describe(cause)}; nothing in ${whole} was applied.`,
      { cause },
    );
  } finally {
    if (!keepsSession) await client.query("discard all").catch(() => undefined);
  }
}

function describe({ message, hint }: pg.DatabaseError): string {
  const extension = /^extension "(.+)" is not available/.exec(message)?.[1];
  if (extension !== undefined) {
    return `the local backend does not support the extension "${extension}"; create it only if pg_available_extensions lists it`;
  }
  return hint === undefined ? message : `${message} (${hint})`;
}

interface Failure {
  start: string;
  done: readonly Script[];
  between: string;
  failed: string;
}

async function findLine(
  client: pg.Client,
  failure: Failure,
  error: pg.DatabaseError,
): Promise<number> {
  const { failed } = failure;
  // PostgreSQL counts code points from 1.
  const position = Number(error.position);
  if (position > 0) return lineAt(failed, [...failed].slice(0, position - 1).join("").length);
  return (await findFailingStatement(client, failure)) ?? 1;
}

/** For errors without a position. Runs the statements one by one, then rolls back. */
async function findFailingStatement(
  client: pg.Client,
  { start, done, between, failed }: Failure,
): Promise<number | undefined> {
  try {
    await client.query(`begin; ${start}`);
    for (const script of done) {
      await client.query(script.text);
      await client.query(between);
    }
    for (const statement of splitStatements(failed)) {
      try {
        await client.query(statement.text);
      } catch {
        return lineAt(failed, statement.offset);
      }
    }
  } catch {
    // The connection is lost. The caller reports the original error with line 1.
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
  return undefined;
}
