import { readFileSync } from "node:fs";

const GUIDE = new URL("../../docs/deployment.md", import.meta.url);

/**
 * Returns the statement of docs/deployment.md that fills private.settings. Its parameters are
 * `[apiUrl, secretKey]`.
 */
export function connectingStatement(): string {
  const guide = readFileSync(GUIDE, "utf8");
  const statement = /```sql\n(insert into private\.settings [^`]+)```/.exec(guide)?.[1] ?? "";
  const prepared = statement
    .replace("'https://<ref>.supabase.co'", "$1")
    .replace("'sb_secret_…'", "$2");
  if (!/\$1, \$2/.test(prepared)) {
    throw new Error("docs/deployment.md has no statement that fills private.settings.");
  }
  return prepared;
}
