import { DEFAULT_NAMES } from "../../cookies/names.js";
import { type MigrateOptions, parseMigration } from "../../server/migration.js";
import { type Finding, reporter } from "../finding.js";
import { isList, isObject, type Literal, memberOf, UNKNOWN } from "../source/literals.js";
import { type CheckContext, writtenOption } from "./context.js";

const { ok, warn, fail } = reporter("migrate");
const PAGE = "docs/migration.md";

function refuse(sentence: string): never {
  throw new TypeError(sentence);
}

/** Null if a day or the list is not written out. */
function readMigrate(value: Literal): MigrateOptions | null {
  if (!isObject(value)) return null;
  const [upgradedOn, from, until] = ["upgradedOn", "from", "until"].map((name) =>
    memberOf(value, name),
  );
  if (typeof upgradedOn !== "string" || !isList(from)) return null;
  if (until !== undefined && typeof until !== "string") return null;
  return { upgradedOn, from: from as MigrateOptions["from"], until };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Says until when old cookies are read, and when the option can be removed. */
export function checkMigrate(context: CheckContext): Finding[] {
  const { file } = context.server;
  const value = writtenOption(context, "migrate");
  if (file === undefined || context.server.options === UNKNOWN) return [];
  if (value === undefined) return [ok("The option migrate is not set: no old cookie is read.")];
  const options = readMigrate(value);
  if (options === null) {
    return [
      warn(`migrate in ${file} is not a literal, so its window is unknown.`, {
        fix: "Write out its days, or remove the option after the window.",
        page: PAGE,
      }),
    ];
  }
  try {
    const { endsAt } = parseMigration(options, DEFAULT_NAMES, refuse);
    const last = dayOf(endsAt - 1);
    return context.now() < endsAt
      ? [ok(`Old cookies are read through ${last} (UTC).`)]
      : [
          warn(`The window of migrate in ${file} ended with ${last} (UTC).`, {
            fix: "Remove the option. Old cookies are only removed now.",
            page: PAGE,
          }),
        ];
  } catch (thrown) {
    const sentence = thrown instanceof Error ? thrown.message : "migrate cannot be read.";
    return [fail(sentence, { fix: `Correct migrate in ${file}.`, page: PAGE })];
  }
}
