// Checks the definitions in supabase/schemas and the names of the tests of SQL functions.
import { basename } from "node:path";
import { splitStatements } from "../packages/local-backend/src/database/statements.ts";

/**
 * Matches the parts that are not SQL code: comments, strings, quoted names and dollar-quoted
 * bodies.
 */
const LEXEMES =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/g;
const isComment = (lexeme) => lexeme.startsWith("--") || lexeme.startsWith("/*");
const isText = (lexeme) => !isComment(lexeme) && !lexeme.startsWith('"');

/** Returns the SQL in a string or a body, without its comments. */
const codeOf = (lexeme) =>
  lexeme
    .replace(/^\$(\w*)\$([\s\S]*)\$\1\$$/, "$2")
    .replace(LEXEMES, (part) => (isComment(part) ? " " : part));

/**
 * Returns the statement as one lower-case line, with empty strings and bodies, and with simple
 * names unquoted.
 */
function skeletonOf(statement) {
  return statement
    .replace(LEXEMES, (part) => {
      if (isComment(part)) return " ";
      if (!part.startsWith('"')) return "''";
      return /^"[a-z_]\w*"$/.test(part)
        ? part.slice(1, -1)
        : `"${part.slice(1, -1).replaceAll(/\W/g, (c) => `%${c.charCodeAt(0)}`)}"`;
    })
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

const NAME = String.raw`((?:"[^"]*"|[\w.])+)`;
const pattern = (source) => new RegExp(source.replaceAll("NAME", NAME));
/** Kinds with the same value share a namespace in PostgreSQL. */
const KINDS = {
  table: "relation",
  "unlogged table": "relation",
  view: "relation",
  "materialized view": "relation",
  sequence: "relation",
  procedure: "function",
  aggregate: "function",
  domain: "type",
};
/** Each function returns the kind, the name and, if the object belongs to a table, the table. */
const DEFINITIONS = [
  pattern(
    "^create (?:or replace )?(function|procedure|aggregate|table|unlogged table|view|materialized view|sequence|type|domain|publication|collation|role|event trigger|statistics) (?:if not exists )?NAME",
  ),
  pattern("^create (schema|extension) (?:if not exists )?NAME"),
  pattern(
    "^create (?:unique )?(index) (?:concurrently )?(?:if not exists )?NAME on (?:only )?NAME",
  ),
  pattern("^create (policy) NAME on NAME"),
  pattern("^create (?:or replace )?(?:constraint )?(trigger) NAME .*? on NAME"),
  pattern("^create (?:or replace )?(rule) NAME .*? to NAME"),
].map((regex) => (statement) => {
  const [, kind, name, table] = regex.exec(statement) ?? [];
  if (kind === undefined) return undefined;
  const isLocal = ["policy", "trigger", "rule"].includes(kind);
  return {
    key: `${KINDS[kind] ?? kind} ${isLocal ? `${name} on ${table}` : name}`,
    kind,
    name,
    table,
  };
});
/** Statements about an object that another statement defines, such as a grant on a table. */
const ABOUT = [
  [pattern("^alter table NAME (enable|force) row level security$"), "table"],
  [pattern("^alter table NAME (replica identity|add constraint) "), "table"],
  [pattern("^alter publication NAME add table NAME"), "other"],
  [/^alter default privileges\b/, "other"],
  [/^alter role \S+ set \S+/, "other"],
  [pattern("^(?:grant|revoke) .*? on function NAME"), "function"],
  [pattern("^(?:grant|revoke) .*? on (?:schema|sequence|type|all) "), "other"],
  [pattern("^(?:grant|revoke) .*? on (?:table )?NAME (?:to|from) "), "table"],
  [/^set check_function_bodies = off$/, "other"],
];
const COMMENT = pattern("^comment on (\\w+) (.*?) is ");
/** The schema files may insert into each table only once, and may schedule each job only once. */
const INSERT = pattern("^insert into NAME");
const SCHEDULE = /^select\s+cron\.schedule\s*\(\s*'([^']+)'/i;

/**
 * Returns the object whose schema file must contain the comment. For a column, a policy or a
 * trigger, this is the table.
 */
function commented(kind, name) {
  if (kind === "column") return { table: name.split(".").slice(0, -1).join(".") };
  if (["policy", "trigger", "rule", "constraint"].includes(kind)) {
    return { table: name.replace(/^.* on /, "") };
  }
  if (kind === "table") return { table: name };
  return kind === "function" ? { function: name.replace(/\s*\(.*$/, "") } : {};
}

function read(text) {
  const statement = skeletonOf(text);
  for (const define of DEFINITIONS) {
    const found = define(statement);
    if (!found) continue;
    const isBare = [
      "schema",
      "extension",
      "policy",
      "trigger",
      "rule",
      "index",
      "role",
      "publication",
      "event trigger",
    ].includes(found.kind);
    const place = found.table ?? found.name;
    if (!place.includes(".") && !(isBare && found.table === undefined)) {
      return { problem: `write ${place} with its schema` };
    }
    return { key: found.key, table: found.table };
  }
  const [, kind, name] = COMMENT.exec(statement) ?? [];
  if (kind !== undefined) return { key: `comment on ${kind} ${name}`, ...commented(kind, name) };
  const [, rows] = INSERT.exec(statement) ?? [];
  if (rows !== undefined) return { key: `rows of ${rows}`, table: rows };
  const [, job] = SCHEDULE.exec(text) ?? [];
  if (job !== undefined) return { key: `schedule ${job}` };
  if (/^do\b/.test(statement)) return readBlock(text);
  for (const [regex, role] of ABOUT) {
    const match = regex.exec(statement);
    if (match) return role === "other" ? {} : { [role]: match[1] };
  }
  return {
    problem: `"${statement.slice(0, 60)}" is not a declaration that this check knows. Write the desired state here and the change in a migration, or teach scripts/check-schemas.mjs the statement`,
  };
}

/** Checks a do block, which may only create extensions, because some servers lack an extension. */
function readBlock(text) {
  const code = (text.match(LEXEMES) ?? []).filter(isText).map(codeOf).join(" ");
  return /\b(create|alter|drop)\b(?!\s+extension\b)/i.test(code)
    ? { problem: "a do block creates or changes an object. Write it as a statement" }
    : {};
}

/**
 * Rejects dynamic SQL that creates a policy, because a text search for policies would not find it.
 */
export function checkPolicyTexts(files) {
  const builds = (lexeme) => {
    if (!isText(lexeme)) return false;
    const code = codeOf(lexeme);
    return (
      /\b(create|alter|drop)\s+policy\b/i.test(code) ||
      (/\bexecute\b/i.test(code) && /\bpolicy\b/i.test(code))
    );
  };
  return files
    .filter(([, text]) => (text.match(LEXEMES) ?? []).some(builds))
    .map(([file]) => `${file}: SQL text builds a policy. Write each policy as a statement.`);
}

/** Functions that PostgreSQL 15 lacks. Some hosted projects still run PostgreSQL 15. */
const NEWER =
  /\b(?:pg_catalog\.)?(any_value|array_sample|array_shuffle|date_add|date_subtract|erfc?|json_(?:array|exists|object|objectagg|arrayagg|query|scalar|serialize|table|value)|merge_action|pg_basetype|pg_input_(?:error_info|is_valid)|random_normal|to_bin|to_oct|unicode_version|uuid_extract_\w+|xmltext)\s*\(/i;

function checkPostgres15(files) {
  return files.flatMap(([file, text]) => {
    const code = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
    const [, name] = NEWER.exec(code) ?? [];
    return name === undefined ? [] : [`${file}: ${name} is missing in PostgreSQL 15.`];
  });
}

export function checkSchemas(files) {
  const problems = [...checkPolicyTexts(files), ...checkPostgres15(files)];
  const homes = new Map();
  const parts = [];
  const numbers = new Map();
  for (const [file, text] of files) {
    const [, number] = /^(\d\d)_[a-z_]+\.sql$/.exec(basename(file)) ?? [];
    if (number === undefined) {
      problems.push(`${file}: name it with two digits and a noun, such as 42_items.sql.`);
    } else if (numbers.has(number)) {
      problems.push(`${file}: ${numbers.get(number)} has this number already. Choose a free one.`);
    } else {
      numbers.set(number, file);
    }
    for (const statement of splitStatements(text)) {
      const { key, problem, ...about } = read(statement.text);
      if (problem !== undefined) problems.push(`${file}: ${problem}.`);
      if (key !== undefined) {
        const first = homes.get(key);
        if (first === undefined) homes.set(key, file);
        else problems.push(`${file}: ${key} is defined in ${first} already. Change it there.`);
      }
      const owner =
        about.table !== undefined
          ? `relation ${about.table}`
          : about.function !== undefined && `function ${about.function}`;
      if (owner) parts.push({ file, owner, what: key ?? skeletonOf(statement.text).slice(0, 50) });
    }
  }
  for (const { file, owner, what } of parts) {
    const home = homes.get(owner);
    if (home !== undefined && home !== file) {
      problems.push(
        `${file}: "${what}" belongs in ${home}, with ${owner.replace("relation", "table")}.`,
      );
    }
  }
  return problems;
}

/** Converts `22_client_import.sql` to `client-import`. */
const nounOf = (file) => basename(file, ".sql").slice(3).replaceAll("_", "-");

export function checkFunctionTests(schemaFiles, testFiles) {
  const nouns = new Set(schemaFiles.map(nounOf));
  return testFiles
    .filter((file) => !nouns.has(basename(file).split(".")[0]))
    .map(
      (file) =>
        `${file}: name it after the schema file it tests, as in items.test.ts or items.waiting.test.ts.`,
    );
}
