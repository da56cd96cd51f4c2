import { LocalBackendError, type LocalBackendErrorCode } from "../config/errors.ts";
import { blankStatement, lineAt, splitStatements } from "./statements.ts";

const BEGINNING =
  /^(begin|start\s+transaction)(\s+(work|transaction))?(\s+(isolation|read|not)\b.*)?$/is;
const ENDING = /^(commit|end)(\s+(work|transaction))?(\s+and\s+(no\s+)?chain)?$/i;
const GIVING_UP = /^(rollback|abort)(\s+(work|transaction))?(\s+and\s+(no\s+)?chain)?$/i;
/** Start of a function body whose `end` does not end a transaction. */
const BODY = /^create\b.*\bbegin\s+atomic\b/is;

/** pg_dump writes these psql commands, which do not end with a semicolon. */
const PSQL_GUARD = /^\\(un)?restrict \w+/;

/** The rows follow in the file, where only psql can read them. */
const COPY_WITH_ROWS = /^copy\b.*\bfrom\s+stdin\b/is;

/**
 * Replaces the script's own `begin` and `commit` with spaces, because the backend runs the script
 * in a transaction: a failing script must change nothing.
 * @throws LocalBackendError for a `rollback`, which would also undo earlier scripts, and for a
 * `copy` whose rows follow in the script
 */
export function passOverTransactions(
  script: { name: string; text: string },
  code: LocalBackendErrorCode,
): string {
  let { text } = script;
  let isInBody = false;
  for (const statement of splitStatements(script.text)) {
    const guard = PSQL_GUARD.exec(statement.text)?.[0];
    if (guard !== undefined) text = blankStatement(text, { ...statement, text: guard });
    const words = statement.text.replace(/--.*$|\/\*[\s\S]*?\*\//gm, " ").trim();
    if (COPY_WITH_ROWS.test(words)) {
      const line = lineAt(script.text, statement.offset);
      throw new LocalBackendError(
        code,
        `${script.name}, line ${line}: COPY … FROM stdin is not supported. Create the dump with INSERT statements: run \`supabase db dump --data-only\` without --use-copy, or \`pg_dump --column-inserts\`.`,
      );
    }
    if (isInBody) {
      isInBody = !/^end$/i.test(words);
    } else if (BODY.test(words)) {
      isInBody = true;
    } else if (GIVING_UP.test(words)) {
      const line = lineAt(script.text, statement.offset);
      throw new LocalBackendError(
        code,
        `${script.name}, line ${line}: "${words}" is not supported, because the file runs in one transaction.`,
      );
    } else if (BEGINNING.test(words) || ENDING.test(words)) {
      text = blankStatement(text, statement);
    }
  }
  return text;
}
