import pg from "pg";
import { LocalBackendError, type LocalBackendErrorCode } from "../config/errors.ts";
import type { Script } from "./run-script.ts";
import { blankStatement, lineAt, type Statement, splitStatements } from "./statements.ts";

const NAME = String.raw`("(?:[^"]|"")+"|[\w$]+)`;
const EVENT_TRIGGER = new RegExp(
  String.raw`^create\s+event\s+trigger\s+${NAME}\s+on\s+(\w+)(?:\s+when\s+tag\s+in\s*\(([^)]*)\))?\s+execute\s+(?:function|procedure)\s+(${NAME}(?:\s*\.\s*${NAME})?)\s*\(\s*\)$`,
  "i",
);
const PUBLICATION = new RegExp(
  String.raw`^create\s+publication\s+${NAME}\s+for\s+(?:all\s+tables|tables\s+in\s+schema\s+(${NAME}(?:\s*,\s*${NAME})*))(?:\s+with\s*\((.*)\))?$`,
  "is",
);
const OPTION = /^\s*(\w+)(?:\s*=\s*(?:'([^']*)'|(\w+)))?\s*$/;
/**
 * Matches the changes of reserved roles that hosted Supabase refuses (supautils.reserved_roles). It
 * allows only changes of their settings.
 */
const RESERVED =
  /^(?:alter\s+(?:role|user)\s+"?(anon|authenticated|service_role|authenticator|dashboard_user|supabase_\w+)"?\s+(?!set\b|reset\b|in\s+database\b)|drop\s+(?:role|user)\s+(?:if\s+exists\s+)?"?(anon|authenticated|service_role|authenticator|dashboard_user|supabase_\w+)"?\s*$)/i;
const PRELOAD = /^alter\s+(?:role|user|database)\s.*\bset\s+session_preload_libraries\b/is;

/**
 * Replaces `create event trigger` and publications of all tables or whole schemas. PostgreSQL
 * reserves these statements for superusers, and hosted Supabase lets `postgres` run them. Line
 * numbers stay the same.
 * @throws LocalBackendError for a change of a role that hosted Supabase reserves
 */
export function rewritePrivileged(
  script: Script,
  warn: (line: string) => void,
  code: LocalBackendErrorCode = "migration_failed",
): string {
  let { text } = script;
  // Last statement first, so that the positions of the earlier statements stay valid.
  for (const statement of splitStatements(script.text).reverse()) {
    const words = statement.text.replace(/--.*$|\/\*[\s\S]*?\*\//gm, " ").trim();
    const [, changed, dropped] = RESERVED.exec(words) ?? [];
    const role = changed ?? dropped;
    if (role !== undefined) {
      const line = lineAt(script.text, statement.offset);
      throw new LocalBackendError(
        code,
        `${script.name}, line ${line}: "${role}" is a reserved role, as on hosted: only its settings can be changed; nothing of this file was applied.`,
      );
    }
    if (PRELOAD.test(words)) {
      warn(
        `${script.name}: session_preload_libraries is not set, because hosted's libraries do not come with PostgreSQL`,
      );
      text = blankStatement(text, statement);
    } else {
      const call = eventTriggerCall(words) ?? publicationCall(words);
      if (call !== undefined) text = replaceStatement(text, statement, call);
    }
  }
  return text;
}

function eventTriggerCall(words: string): string | undefined {
  const [, name, event, tags = "", handler] = EVENT_TRIGGER.exec(words) ?? [];
  if (name === undefined || event === undefined || handler === undefined) return undefined;
  const values = [literal(name), literal(event), `array[${tags}]::text[]`];
  return `select local_backend.create_event_trigger(${values.join(", ")}, ${pg.escapeLiteral(handler)}::regproc)`;
}

function publicationCall(words: string): string | undefined {
  const found = PUBLICATION.exec(words);
  if (!found) return undefined;
  const [name = "", schemas] = found.slice(1);
  const settings = optionsOf(found.at(-1));
  if (settings === undefined) return undefined;
  const names = schemas?.match(new RegExp(NAME, "g"))?.map(literal);
  const values = [
    literal(name),
    names === undefined ? "null" : `array[${names.join(", ")}]`,
    pg.escapeLiteral(JSON.stringify(settings)),
  ];
  return `select local_backend.create_publication(${values.join(", ")})`;
}

/** Returns undefined for options that it cannot parse. The server reports an error for those. */
function optionsOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return {};
  // The value of `publish` is a quoted list.
  const options = (text.match(/(?:'[^']*'|[^',])+/g) ?? []).map((one) => OPTION.exec(one));
  if (options.includes(null)) return undefined;
  return Object.fromEntries(
    options.map((one) => [one?.[1]?.toLowerCase() ?? "", one?.[2] ?? one?.[3] ?? "true"]),
  );
}

/** Returns the name as the server stores it, as an SQL string. */
function literal(name: string): string {
  const isQuoted = name.startsWith('"');
  return pg.escapeLiteral(isQuoted ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase());
}

/** Keeps the line breaks, so that error messages name the right line of a later statement. */
function replaceStatement(script: string, { text, offset }: Statement, call: string): string {
  const breaks = "\n".repeat(text.split("\n").length - 1);
  return script.slice(0, offset) + call + breaks + script.slice(offset + text.length);
}
