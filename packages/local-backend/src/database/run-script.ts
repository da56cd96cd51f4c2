import pg from "pg";
import { LocalBackendError, type LocalBackendErrorCode } from "../errors.ts";
import { lineAt, splitStatements } from "./statements.ts";

/** A file of SQL. */
export interface Script {
  /** Path as the message shows it. */
  name: string;
  text: string;
}

/**
 * Runs a script in one transaction and resets role and settings afterwards.
 * @param finish runs before the commit, in the same transaction
 * @throws LocalBackendError naming file and line; the previous state stands
 */
export async function runScript(
  client: pg.Client,
  script: Script,
  code: LocalBackendErrorCode,
  finish?: () => Promise<unknown>,
): Promise<void> {
  try {
    await client.query("begin");
    await client.query(script.text);
    await client.query("reset role; reset search_path");
    await finish?.();
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => undefined);
    if (!(cause instanceof pg.DatabaseError)) throw cause;
    const line = await findLine(client, script.text, cause);
    throw new LocalBackendError(
      code,
      `${script.name}, line ${line}: ${describe(cause)}; nothing of this file was applied.`,
      { cause },
    );
  } finally {
    await client.query("discard all").catch(() => undefined);
  }
}

function describe({ message, hint }: pg.DatabaseError): string {
  const extension = /^extension "(.+)" is not available/.exec(message)?.[1];
  if (extension !== undefined) {
    return `the local backend does not offer the extension "${extension}"; create it only where pg_available_extensions names it`;
  }
  return hint === undefined ? message : `${message} (${hint})`;
}

async function findLine(client: pg.Client, text: string, error: pg.DatabaseError): Promise<number> {
  // The server counts code points from 1, over the whole script.
  const position = Number(error.position);
  if (position > 0) return lineAt(text, [...text].slice(0, position - 1).join("").length);
  return (await findFailingStatement(client, text)) ?? 1;
}

/** Without a position: runs the statements one by one, in a transaction that is given up. */
async function findFailingStatement(client: pg.Client, text: string): Promise<number | undefined> {
  try {
    await client.query("begin");
    for (const statement of splitStatements(text)) {
      try {
        await client.query(statement.text);
      } catch {
        return lineAt(text, statement.offset);
      }
    }
  } catch {
    // The connection itself is gone: the first error has been told already.
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
  return undefined;
}
