import { basename, resolve } from "node:path";
import { type Finding, reporter } from "../finding.js";
import type { AppFiles } from "../source/app-files.js";
import { ACTION_GUARDS, Guards, SESSION_GUARDS } from "../source/guards.js";
import type { ModuleExport } from "../source/module.js";

const PAGE = "docs/next.md#guards";
const METHODS = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/;

interface Gap {
  file: string;
  what: string;
}

function entriesOf(app: AppFiles, path: string): { kind: string; entries: ModuleExport[] } {
  const module = app.module(path);
  const name = basename(path).replace(/\.\w+$/, "");
  if (module.isServer) return { kind: "action", entries: [...module.exports] };
  const pick = (test: (name: string) => boolean) => module.exports.filter((one) => test(one.name));
  if (name === "page") return { kind: "page", entries: pick((one) => one === "default") };
  if (name === "route") return { kind: "route", entries: pick((one) => METHODS.test(one)) };
  return { kind: "", entries: [] };
}

export function checkGuards(app: AppFiles, folder: string): Finding[] {
  const { ok, fail } = reporter("guards");
  const guards = new Guards(app, SESSION_GUARDS);
  const actionGuards = new Guards(app, ACTION_GUARDS);
  const gaps: Gap[] = [];
  let count = 0;
  for (const path of app.list(resolve(app.dir, folder))) {
    const { kind, entries } = entriesOf(app, path);
    const file = app.nameOf(path);
    const { isPublic } = app.module(path);
    for (const entry of entries) {
      count += 1;
      if (isPublic || entry.isPublic) continue;
      if ((kind === "action" ? actionGuards : guards).isGuarded(path, entry)) continue;
      gaps.push({ file, what: kind === "page" ? "page" : `${kind} ${entry.name}` });
    }
    if (!isPublic && kind !== "action" && actionGuards.hasOpenInlineAction(path)) {
      gaps.push({ file, what: "action in the file" });
    }
  }
  if (gaps.length === 0) {
    return [
      ok(
        `Each page, route and action below ${folder} requires a session, or is declared as public (${count} checked).`,
      ),
    ];
  }
  const all = `${count} pages, routes and actions below ${folder}`;
  return [
    fail(`${gaps.length} of ${all} ${gaps.length === 1 ? "requires" : "require"} no session:`, {
      lines: gaps.map(({ file, what }) => `${file}: ${what}`),
      fix: "Use page, requireSession or action. If a page, route or action is meant for everyone, write // public above it.",
      page: PAGE,
    }),
  ];
}
