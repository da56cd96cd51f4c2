import { isList, isObject, type Literal } from "./source/literals.js";

interface Condition {
  type: string;
  key: string;
  value: string | undefined;
}

export interface MatcherEntry {
  source: string;
  has: readonly Condition[];
  missing: readonly Condition[];
}

export interface MatchedRequest {
  path: string;
  cookies?: readonly string[];
  headers?: Readonly<Record<string, string>>;
}

const FALLBACK = "[^\\/#\\?]+?";

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function skipGroup(source: string, at: number): number {
  let depth = 0;
  for (let index = at; index < source.length; index++) {
    if (source[index] === "\\") index += 1;
    else if (source[index] === "(") depth += 1;
    else if (source[index] === ")" && --depth === 0) return index + 1;
  }
  return source.length;
}

function withModifier(prefix: string, pattern: string, suffix: string, modifier: string): string {
  const [before, after] = [quote(prefix), quote(suffix)];
  if (modifier === "*" || modifier === "+") {
    const more = `(?:${pattern})(?:${after}${before}(?:${pattern}))*`;
    return `(?:${before}(?:${more})${after})${modifier === "*" ? "?" : ""}`;
  }
  return `(?:${before}(?:${pattern})${after})${modifier}`;
}

/**
 * Converts a matcher's `source` to a pattern that matches the same paths as Next's path-to-regexp
 * 6.
 * @throws SyntaxError if the pattern is not a valid regular expression
 */
export function sourcePattern(source: string): RegExp {
  let pattern = "";
  let plain = "";
  let at = 0;
  const flush = () => {
    pattern += quote(plain);
    plain = "";
  };
  const takeParameter = (): string | undefined => {
    const name = /^:\w+/.exec(source.slice(at))?.[0];
    if (name === undefined && source[at] !== "(") return undefined;
    at += name?.length ?? 0;
    if (source[at] !== "(") return FALLBACK;
    const end = skipGroup(source, at);
    const inner = source.slice(at + 1, end - 1);
    at = end;
    return inner;
  };
  const takeModifier = (): string => {
    const modifier = /^[*+?]/.exec(source.slice(at))?.[0] ?? "";
    at += modifier.length;
    return modifier;
  };
  const takePlain = (end: RegExp): string => {
    let text = "";
    while (at < source.length && !end.test(source[at] ?? "")) {
      if (source[at] === "\\") at += 1;
      text += source[at] ?? "";
      at += 1;
    }
    return text;
  };
  while (at < source.length) {
    if (source[at] === "{") {
      flush();
      at += 1;
      const prefix = takePlain(/[:({}]/);
      const inner = takeParameter();
      const suffix = takePlain(/\}/);
      at += 1;
      const modifier = takeModifier();
      pattern +=
        inner === undefined
          ? `(?:${quote(prefix + suffix)})${modifier}`
          : withModifier(prefix, inner, suffix, modifier);
      continue;
    }
    const start = at;
    const inner = takeParameter();
    if (inner === undefined) {
      plain += takePlain(/[:({]/) || source[at++] || "";
      continue;
    }
    const prefix = start > 0 && /[./]$/.test(plain) ? plain.slice(-1) : "";
    plain = plain.slice(0, plain.length - prefix.length);
    flush();
    pattern += withModifier(prefix, inner, "", takeModifier());
  }
  flush();
  return new RegExp(`^${pattern}[\\/#\\?]?$`, "i");
}

function holds({ type, key, value }: Condition, request: MatchedRequest): boolean {
  const { cookies = [], headers = {} } = request;
  const found =
    type === "cookie" ? (cookies.includes(key) ? "1" : undefined) : headers[key.toLowerCase()];
  if (type !== "cookie" && type !== "header") return false;
  if (found === undefined) return false;
  return value === undefined || new RegExp(`^${value}$`).test(found);
}

export function isMatched(entries: readonly MatcherEntry[], request: MatchedRequest): boolean {
  return entries.some(
    ({ source, has, missing }) =>
      sourcePattern(source).test(request.path) &&
      has.every((condition) => holds(condition, request)) &&
      !missing.some((condition) => holds(condition, request)),
  );
}

function readConditions(value: Literal): Condition[] | null {
  if (value === undefined) return [];
  if (!isList(value)) return null;
  const conditions: Condition[] = [];
  for (const item of value) {
    if (!isObject(item)) return null;
    const { type, value: text } = item;
    const key = item.key ?? "";
    if (typeof type !== "string" || typeof key !== "string") return null;
    if (text !== undefined && typeof text !== "string") return null;
    conditions.push({ type, key, value: text });
  }
  return conditions;
}

export function readMatcher(value: Literal): MatcherEntry[] | null {
  const entries: MatcherEntry[] = [];
  const items: readonly Literal[] = isList(value) ? value : [value];
  for (const item of items) {
    if (typeof item === "string") {
      entries.push({ source: item, has: [], missing: [] });
      continue;
    }
    if (!isObject(item) || typeof item.source !== "string") return null;
    const [has, missing] = [readConditions(item.has), readConditions(item.missing)];
    if (!has || !missing) return null;
    entries.push({ source: item.source, has, missing });
  }
  return entries;
}

const ASSETS = "/((?!_next/|auth/|.*\\.(?:ico|jpg|png|svg|webp|woff2)$).*)";

export function recommendedMatcher(options: {
  prefix: string;
  basePath: string;
  protect: readonly string[];
}): MatcherEntry[] {
  const { prefix, basePath, protect } = options;
  const cookie = (name: string): Condition => ({
    type: "cookie",
    key: `${prefix}-${name}`,
    value: undefined,
  });
  const prefetch = { type: "header", key: "next-router-prefetch", value: undefined };
  return [
    {
      source: ASSETS.replace("auth/", `${basePath.slice(1)}/`),
      has: [cookie("present")],
      missing: [cookie("fresh"), prefetch],
    },
    ...protect.map((path) => ({
      source: `${path}/:path*`,
      has: [],
      missing: [cookie("present")],
    })),
  ];
}

const describeConditions = (word: string, conditions: readonly Condition[]): string =>
  conditions.length === 0
    ? ""
    : `, ${word} ${conditions
        .map(({ type, key, value }) => `${type} ${key}${value === undefined ? "" : `=${value}`}`)
        .join(", ")}`;

export function describeEntry({ source, has, missing }: MatcherEntry): string {
  return `${source}${describeConditions("with", has)}${describeConditions("without", missing)}`;
}
