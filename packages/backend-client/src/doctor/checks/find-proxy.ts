import { type MatcherEntry, readMatcher } from "../matcher.js";
import { findUnknown, memberOf } from "../source/literals.js";
import type { Module } from "../source/module.js";
import { readStaticConstant } from "../source/server-options.js";
import type { CheckContext } from "./context.js";

const EVERY_REQUEST: MatcherEntry = { source: "/:path*", has: [], missing: [] };

type Matcher = { entries: MatcherEntry[] } | { entries: null; found: string; fix: string };

export interface ProxyFile {
  file: string;
  matcher: Matcher;
  isPlain: boolean;
}

/** Next ignores or refuses `config` unless the file declares it with `export const`. */
function isStaticExport({ tokens, exports }: Module, name: string): boolean {
  const declaration = exports.find((exported) => exported.name === name)?.declaration;
  return (
    declaration !== undefined &&
    declaration.property === undefined &&
    tokens[declaration.start]?.text === "const"
  );
}

function findMatcher(module: Module, file: string): Matcher {
  if (!module.exports.some(({ name }) => name === "config")) return { entries: [EVERY_REQUEST] };
  if (!isStaticExport(module, "config")) {
    return {
      entries: null,
      found: `Next does not read config in ${file}, because it is not declared with export const.`,
      fix: "Declare config in this file with export const.",
    };
  }
  const config = readStaticConstant(module, "config");
  const unknown = findUnknown(config, "config");
  if (unknown !== undefined) {
    return {
      entries: null,
      found: `Next cannot read ${unknown} in ${file}, because it is not a literal.`,
      fix: "Write config with literals only, without constants, joined strings, parentheses or spreads.",
    };
  }
  const matcher = memberOf(config, "matcher");
  if (matcher === undefined) return { entries: [EVERY_REQUEST] };
  const entries = readMatcher(matcher);
  if (entries) return { entries };
  return {
    entries: null,
    found: `Next refuses the matcher in ${file}.`,
    fix: "Write each entry as a string, or as an object with source and, if needed, has and missing.",
  };
}

/** Next 16 reads `proxy`, and also the former name `middleware`. */
export function findProxy({ app }: CheckContext): ProxyFile | undefined {
  const path = app.find("proxy") ?? app.find("middleware");
  if (path === undefined) return undefined;
  const module = app.module(path);
  const exported = module.exports.find(({ name }) => /^(?:proxy|middleware|default)$/.test(name));
  const file = app.nameOf(path);
  return {
    file,
    matcher: findMatcher(module, file),
    isPlain: exported?.source !== undefined || exported?.local !== undefined,
  };
}
