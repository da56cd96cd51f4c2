// Checks supabase/schemas: every object is defined once, next to its table, and no SQL text builds a
// policy. Also checks that SQL tests are named after what they test.
import { basename } from "node:path";

/** Comments, texts and function bodies: what must be skipped when looking for statements. */
const SKIPPED = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g;
const POLICY_TEXT = /\b(create|alter|drop)\s+policy\b/i;

const NAME = String.raw`((?:"[^"]+"|[\w.])+)`;
/** Statements that define something; the groups `name` and `table` say what and on which table. */
const DEFINITIONS = [
  [/^create (?:or replace )?(function|procedure) NAME/, "name"],
  [/^create (table|view|materialized view|type|domain|sequence) (?:if not exists )?NAME/, "name"],
  [/^create (schema|extension) (?:if not exists )?NAME/, "name"],
  [/^create (?:unique )?(index) (?:if not exists )?NAME on NAME/, "name, table"],
  [/^create (policy) NAME on NAME/, "name on table"],
  [/^create (?:or replace )?(?:constraint )?(trigger) NAME .*? on NAME/, "name on table"],
  [/^(comment on \w+) (.*?) is\b/, "name"],
].map(([pattern, form]) => [new RegExp(pattern.source.replaceAll("NAME", NAME), "i"), form]);
/** What else a declaration may hold. Anything that changes or removes an object is a migration's. */
const OTHERS = [
  /^alter table NAME (enable|force) row level security$/,
  /^alter default privileges\b/,
  /^alter publication NAME add table\b/,
  /^(grant|revoke|insert into|select|set|do)\b/,
].map((pattern) => new RegExp(pattern.source.replaceAll("NAME", NAME), "i"));

/** The statements of a script in one line each, without what `SKIPPED` matches. */
function statementsOf(text) {
  return text
    .replace(SKIPPED, (part) => (part.startsWith("--") ? " " : "''"))
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter((statement) => statement !== "");
}

/** What a statement defines, or undefined. */
function definitionOf(statement) {
  for (const [pattern, form] of DEFINITIONS) {
    const [, kind, name, table] = pattern.exec(statement) ?? [];
    if (kind === undefined) continue;
    const isOnTable = form === "name on table";
    return { kind: kind.toLowerCase(), key: isOnTable ? `${name} on ${table}` : name, table };
  }
  return undefined;
}

/** Sentences for texts that build a policy: a policy that grep cannot find cannot be reviewed. */
export function checkPolicyTexts(files) {
  return files
    .filter(([, text]) => (text.match(SKIPPED) ?? []).some((part) => isPolicyText(part)))
    .map(([file]) => `${file}: SQL text builds a policy. Write each policy as a statement.`);
}

function isPolicyText(part) {
  return !part.startsWith("--") && POLICY_TEXT.test(part);
}

/**
 * Sentences for objects that the schema files define twice, for statements that declare nothing, and
 * for indexes, policies and triggers away from their table.
 * @param files pairs of file name and text, in the order in which they run
 */
export function checkSchemas(files) {
  const problems = checkPolicyTexts(files);
  const homes = new Map();
  const onTables = [];
  for (const [file, text] of files) {
    if (!/^\d\d_[a-z_]+\.sql$/.test(basename(file))) {
      problems.push(`${file}: name it with two digits and a noun, such as 42_items.sql.`);
    }
    for (const statement of statementsOf(text)) {
      const definition = definitionOf(statement);
      if (!definition) {
        if (OTHERS.some((pattern) => pattern.test(statement))) continue;
        problems.push(
          `${file}: "${statement.slice(0, 60)}" does not declare an object. Write the wanted state here and the change in a migration.`,
        );
        continue;
      }
      const { kind, key, table } = definition;
      const name = `${kind} ${key}`;
      const first = homes.get(name);
      if (first === undefined) homes.set(name, file);
      else problems.push(`${file}: ${name} is defined in ${first} already. Change it there.`);
      if (table !== undefined) onTables.push({ file, name, table });
    }
  }
  for (const { file, name, table } of onTables) {
    const home = homes.get(`table ${table}`);
    if (home !== undefined && home !== file) {
      problems.push(`${file}: ${name} belongs in ${home}, with its table.`);
    }
  }
  return problems;
}

/** `02_access.sql` → `access`, `22_client_import.sql` → `client-import`. */
const nounOf = (file) => basename(file, ".sql").slice(3).replaceAll("_", "-");

/** Sentences for tests of SQL functions that no schema file gives its name to. */
export function checkFunctionTests(schemaFiles, testFiles) {
  const nouns = new Set(schemaFiles.map(nounOf));
  return testFiles
    .filter((file) => !nouns.has(basename(file).split(".")[0]))
    .map(
      (file) =>
        `${file}: name it after the schema file it tests, as in items.test.ts or items.waiting.test.ts.`,
    );
}
