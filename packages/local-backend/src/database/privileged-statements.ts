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
const DIGITS = String.raw`\d(?:_?\d)*`;
const DECIMAL = String.raw`(?:${DIGITS}\.?(?:${DIGITS})?|\.${DIGITS})(?:e[-+]?${DIGITS})?`;
const NUMBER = String.raw`[-+]?(?:0(?:x(?:_?[\da-f])+|o(?:_?[0-7])+|b(?:_?[01])+)|${DECIMAL})(?![\w.])`;
const VALUE = String.raw`(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|[a-z_][\w$]*|${NUMBER})`;
const PARAMETER = String.raw`("(?:[^"]|"")+"|[\w.]+)`;
const SETTING = new RegExp(
  String.raw`^alter\s+(?:role|user)\s+${NAME}(?:\s+in\s+database\s+${NAME})?\s+(?:set\s+${PARAMETER}\s*(?:=|\s+to\s)\s*(${VALUE}(?:\s*,\s*${VALUE})*)|reset\s+${PARAMETER})$`,
  "i",
);
/** Also matches values with syntax errors, so that PostgreSQL reports the errors. */
const ASSIGNMENT = new RegExp(
  String.raw`^alter\s+(?:role|user)\s+${NAME}(?:\s+in\s+database\s+${NAME})?\s+set\s+${PARAMETER}\s*(?:=|\s+to\s)`,
  "i",
);
const NAMES = String.raw`(${NAME}(?:\s*,\s*${NAME})*)`;
const MEMBERSHIP = new RegExp(
  String.raw`^(grant|revoke)\s+${NAMES}\s+(?:to|from)\s+${NAMES}$`,
  "i",
);
/** Hosted Supabase lets `postgres` change the settings of these roles. */
const CONFIGURABLE = new Set(["anon", "authenticated", "service_role", "authenticator"]);
/** Roles that hosted Supabase reserves (supautils.reserved_roles), and the role of its webhooks. */
const RESERVED_NAMES = [
  ...CONFIGURABLE,
  ...["dashboard_user", "pgbouncer", "supabase_admin", "supabase_auth_admin"],
  ...["supabase_etl_admin", "supabase_functions_admin", "supabase_privileged_role"],
  ...["supabase_read_only_user", "supabase_realtime_admin", "supabase_replication_admin"],
  ...["supabase_storage_admin"],
];
const RESERVED = new RegExp(
  String.raw`^(?:alter|create|drop)\s+(?:role|user)\s+(?:if\s+exists\s+)?"?(${RESERVED_NAMES.join("|")})"?(?:\s|$)`,
  "i",
);
const PRELOAD = /^alter\s+(?:role|user|database)\s.*\bset\s+"?session_preload_libraries\b/is;

/**
 * Replaces privileged statements that `postgres` may run on hosted Supabase with calls to the
 * functions in privileged.sql. Line numbers stay the same.
 * @throws LocalBackendError for any other change to a role that hosted Supabase reserves
 */
export function rewritePrivileged(
  script: Script,
  warn: (line: string) => void,
  code: LocalBackendErrorCode = "migration_failed",
): string {
  let { text } = script;
  // Start with the last statement, so that the offsets of earlier statements stay valid.
  for (const statement of splitStatements(script.text).reverse()) {
    const words = statement.text.replace(/--.*$|\/\*[\s\S]*?\*\//gm, " ").trim();
    const role = RESERVED.exec(words)?.[1]?.toLowerCase();
    const setting = settingCall(words);
    const isLeftToServer = role !== undefined && CONFIGURABLE.has(role) && ASSIGNMENT.test(words);
    if (role !== undefined && setting === undefined && !isLeftToServer && !PRELOAD.test(words)) {
      const line = lineAt(script.text, statement.offset);
      const rest = CONFIGURABLE.has(role) ? ": only its settings can be changed" : "";
      throw new LocalBackendError(
        code,
        `${script.name}, line ${line}: "${role}" is a reserved role, as on hosted Supabase${rest}; nothing in this file was applied.`,
      );
    }
    if (PRELOAD.test(words)) {
      warn(
        `${script.name}: session_preload_libraries is ignored, because PostgreSQL does not include the libraries of hosted Supabase`,
      );
      text = blankStatement(text, statement);
    } else {
      const call =
        setting ?? membershipCall(words) ?? eventTriggerCall(words) ?? publicationCall(words);
      if (call !== undefined) text = replaceStatement(text, statement, call);
    }
  }
  return text;
}

function settingCall(words: string): string | undefined {
  const found = SETTING.exec(words);
  if (!found) return undefined;
  const [role = "", database, parameter, value, reset] = found.slice(1);
  if (!CONFIGURABLE.has(nameOf(role))) return undefined;
  const isReset = reset !== undefined || value?.toLowerCase() === "default";
  const name = parameter ?? reset ?? "";
  const parts = value?.match(new RegExp(VALUE, "gi"))?.map(partOf) ?? [];
  const values = [
    literal(role),
    database === undefined ? "null" : literal(database),
    reset?.toLowerCase() === "all" ? "null" : literal(name),
    isReset ? "null" : `array[${parts.map((part) => pg.escapeLiteral(part)).join(", ")}]`,
  ];
  return `select local_backend.alter_role_setting(${values.join(", ")})`;
}

/** Removes quotes and writes numbers in decimal, as PostgreSQL does. */
function partOf(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1).replaceAll("''", "'");
  if (!/^[-+.\d]/.test(part)) return nameOf(part);
  const [, sign = "", prefixed] = /^([-+]?)(0[xob].+)$/i.exec(part.replaceAll("_", "")) ?? [];
  return prefixed === undefined ? part.replaceAll("_", "") : `${sign}${BigInt(prefixed)}`;
}

function membershipCall(words: string): string | undefined {
  const found = MEMBERSHIP.exec(words);
  if (!found) return undefined;
  // Each list has three capturing groups: the list, its first name and its last name.
  const lists = [found[2] ?? "", found[5] ?? ""].map(
    (list) => list.match(new RegExp(NAME, "g")) ?? [],
  );
  if (!lists[0]?.every((name) => CONFIGURABLE.has(nameOf(name)))) return undefined;
  const arrays = lists.map((list) => `array[${list.map(literal).join(", ")}]`);
  const isGrant = found[1]?.toLowerCase() === "grant";
  return `select local_backend.change_membership(${isGrant}, ${arrays.join(", ")})`;
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

function optionsOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return {};
  // A quoted value may contain commas, such as `'insert, update'`.
  const options = (text.match(/(?:'[^']*'|[^',])+/g) ?? []).map((one) => OPTION.exec(one));
  if (options.includes(null)) return undefined;
  return Object.fromEntries(
    options.map((one) => [one?.[1]?.toLowerCase() ?? "", one?.[2] ?? one?.[3] ?? "true"]),
  );
}

const nameOf = (name: string) =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();

const literal = (name: string) => pg.escapeLiteral(nameOf(name));

/** Keeps the number of lines, so that errors have the original line numbers. */
function replaceStatement(script: string, { text, offset }: Statement, call: string): string {
  const breaks = "\n".repeat(text.split("\n").length - 1);
  return script.slice(0, offset) + call + breaks + script.slice(offset + text.length);
}
