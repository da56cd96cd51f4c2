import { createNames } from "../../cookies/names.js";
import { type MigrateOptions, type Migration, parseMigration } from "../../server/migration.js";
import { type Finding, reporter } from "../finding.js";
import { isList, isObject, type Literal, UNKNOWN } from "../source/literals.js";
import { type CheckContext, textOption, writtenOption } from "./context.js";

const { ok, warn, fail } = reporter("migrate");
const PAGE = "docs/migration.md";

function refuse(sentence: string): never {
  throw new TypeError(sentence);
}

function readMigrate(value: Literal): MigrateOptions | null {
  if (!isObject(value)) return null;
  const parts: Literal[] = Object.values(value).flatMap<Literal>((part) =>
    isList(part) ? [...part] : [part],
  );
  return parts.includes(UNKNOWN) ? null : (value as unknown as MigrateOptions);
}

function describeBridge({ old, ssrCookieName }: Migration): string {
  if (!old.bridge) return "";
  const name = ssrCookieName === undefined ? "" : ` (${ssrCookieName})`;
  return ` The bridge also writes the cookie of @supabase/ssr${name}.`;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function checkMigrate(context: CheckContext): Finding[] {
  const { file } = context.server;
  const value = writtenOption(context, "migrate");
  if (file === undefined || context.server.options === UNKNOWN) return [];
  if (value === undefined) return [ok("The option migrate is not set: no old cookie is read.")];
  const options = readMigrate(value);
  if (options === null) {
    return [
      warn(`migrate in ${file} is not a literal, so its window is unknown.`, {
        fix: "Write the options of migrate as literals, or remove migrate when its window is over.",
        page: PAGE,
      }),
    ];
  }
  try {
    const names = createNames(textOption(context, "cookiePrefix", "sb"));
    const migration = parseMigration(options, names, refuse);
    const { endsAt } = migration;
    const last = dayOf(endsAt - 1);
    return context.now() < endsAt
      ? [
          ok(
            `The server reads old cookies until the end of ${last} (UTC).${describeBridge(migration)}`,
          ),
        ]
      : [
          warn(`The window of migrate in ${file} ended on ${last} (UTC).`, {
            fix: "Remove the option migrate. The server now only deletes old cookies.",
            page: PAGE,
          }),
        ];
  } catch (thrown) {
    const sentence = thrown instanceof Error ? thrown.message : "migrate cannot be read.";
    return [fail(sentence, { fix: `Correct migrate in ${file}.`, page: PAGE })];
  }
}
