import type { IncomingHttpHeaders } from "node:http";

export type UnfilteredStatement = "DELETE" | "UPDATE";

interface TableRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

const STATEMENTS: Readonly<Record<string, UnfilteredStatement>> = {
  DELETE: "DELETE",
  PATCH: "UPDATE",
};

/**
 * Detects an update or delete without a `where`, which pg-safeupdate refuses on hosted Supabase.
 */
export function unfilteredStatement(request: TableRequest): UnfilteredStatement | undefined {
  const statement = STATEMENTS[request.method];
  if (statement === undefined) return undefined;
  const { path, parameters } = parse(request.url);
  if (!/^\/[^/]+$/.test(path)) return undefined;
  if (parameters.some(isRestriction)) return undefined;
  if (statement === "UPDATE" && !setsColumns(request.headers, parameters)) return undefined;
  return statement;
}

export const pathOf = (url: string): string => url.split("?", 1)[0] ?? "/";

type Parameter = readonly [name: string, value: string];

/** Ignores parameters without `=`, like PostgREST. */
function parse(url: string): { path: string; parameters: Parameter[] } {
  const path = pathOf(url);
  const pairs = url.slice(path.length + 1).split("&");
  const text = pairs.filter((pair) => pair.includes("=")).join("&");
  return { path, parameters: [...new URLSearchParams(text)] };
}

const UNRELATED = new Set(["select", "columns", "on_conflict"]);
const ON_RELATIONS = new Set(["order", "limit", "offset", "and", "or"]);

function isRestriction([name, value]: Parameter): boolean {
  const words = wordsOf(name);
  const last = name.split(".").at(-1) ?? name;
  if (UNRELATED.has(name)) return false;
  // With a limit or an offset, PostgREST first selects rows and then changes only these rows.
  if (last === "limit" || last === "offset") return words.length === 1 && isRange(last, value);
  if (last === "order") return false;
  if (ON_RELATIONS.has(last)) return words.slice(0, -1).every((word) => word === "not");
  return words.length === 1;
}

const isRange = (name: string, value: string) =>
  /^\s*\d+\s*$/.test(value) && !(name === "offset" && Number(value) === 0);

/** Splits a name at its dots, except dots in quotes and after the arrow of a JSON path. */
function wordsOf(name: string): string[] {
  const plain = name.replaceAll(/"[^"]*"/g, "quoted");
  return (plain.split("->", 1)[0] ?? plain).split(".");
}

/**
 * Length of `{"":1}`, the shortest JSON object with a column. With a shorter body, PostgREST
 * updates nothing.
 */
const SHORTEST_BODY = 6;

function setsColumns(headers: IncomingHttpHeaders, parameters: readonly Parameter[]): boolean {
  if (parameters.some(([name]) => name === "columns")) return true;
  const isJson = /^application\/(json|vnd\.pgrst)/.test(
    headers["content-type"] ?? "application/json",
  );
  const length = headers["content-length"];
  return !isJson || length === undefined || Number(length) >= SHORTEST_BODY;
}
