import serveModule from "./serve.deno.js";

/** JSR packages that have another name on npm, with the same versions. */
const NAMES_ON_NPM: Readonly<Record<string, string>> = {
  "@panva/jose": "jose",
  "@hono/hono": "hono",
};

const JSR = /^jsr:\/?(@supabase\/[^/@]+|@panva\/jose|@hono\/hono)(.*)$/;
const ESM_SH = /^https:\/\/esm\.sh\/(@supabase\/[^/@?]+(?:@[^/?]+)?)(?:\?.*)?$/;

/**
 * The CLI's templates import these type declarations from JSR. The npm package lacks them, so an
 * empty module replaces them.
 */
export const RUNTIME_TYPES = "edge-runtime.d.ts";
export const NO_CODE = "data:text/typescript,export {}";

export function onNpm(address: string): string | undefined {
  const fromEsm = ESM_SH.exec(address)?.[1];
  if (fromEsm !== undefined) return `npm:${fromEsm}`;
  const [, name, rest] = JSR.exec(address) ?? [];
  if (name === undefined || rest === undefined) return undefined;
  if (name === "@supabase/functions-js" && rest.endsWith(`/${RUNTIME_TYPES}`)) return NO_CODE;
  return `npm:${rest.endsWith("/") ? "/" : ""}${NAMES_ON_NPM[name] ?? name}${rest}`;
}

const ADDRESS = /["'`]((?:jsr:|https:)[^"'`\s]+)["'`]/g;
const STD = /^https:\/\/deno\.land\/std(@[^/]+)?\/http\/server\.ts$/;
/** Matches imports of only `serve`, because serve.deno.js exports nothing else. */
const ONLY_SERVE = /\bimport\s*\{\s*serve\s*,?\s*\}\s*from\s*["'](https:[^"'\s]+)["']/g;

const matchesOf = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, address]) => address ?? ""));

export function findKnownModules(texts: readonly string[]): Record<string, string> {
  const result: Record<string, string> = {};
  const addresses = matchesOf(texts, ADDRESS);
  const served = matchesOf(texts, ONLY_SERVE);
  const count = (list: readonly string[], wanted: string) =>
    list.filter((address) => address === wanted).length;
  for (const address of new Set(addresses)) {
    const isServe = STD.test(address) && count(addresses, address) === count(served, address);
    const target = isServe
      ? `data:text/javascript,${encodeURIComponent(serveModule)}`
      : onNpm(address);
    if (target !== undefined) result[address] = target;
  }
  return result;
}
