import type { TableColumn } from "./table.ts";

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: "=",
  neq: "<>",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  isdistinct: "is distinct from",
};
const PATTERNS: Readonly<Record<string, string>> = {
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
};
const IS_KEYWORDS = new Set(["null", "true", "false", "unknown"]);

export interface Condition {
  column: string;
  isNegated: boolean;
  operator: string;
  values: string[];
}

/** The message is sent to the client. */
export class FilterError extends Error {
  override name = "FilterError";
}

/** Commas between conditions mean "and". */
export function parseFilter(text: string): Condition[] {
  return splitOutside(text)
    .filter((part) => part !== "")
    .map((part) => {
      const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part);
      if (!match) throw new FilterError(`Error parsing filter: ${part}`);
      const [, column = "", negation, operator = "", value = ""] = match;
      return {
        column: column.trim(),
        isNegated: negation !== undefined,
        operator,
        values: parseValues(operator, value),
      };
    });
}

function parseValues(operator: string, value: string): string[] {
  if (operator === "in") {
    const list = /^\((.*)\)$/s.exec(value)?.[1];
    if (list === undefined || list === "") throw new FilterError("in needs a list: in.(a,b)");
    return splitOutside(list).map(unquote);
  }
  if (operator === "is") {
    const keyword = value.toLowerCase();
    if (!IS_KEYWORDS.has(keyword)) throw new FilterError(`is does not support ${value}`);
    return [keyword];
  }
  if (!(operator in COMPARISONS) && !(operator in PATTERNS)) {
    throw new FilterError(`unknown filter operator ${operator}`);
  }
  return [unquote(value)];
}

function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (isQuoted && character === "\\") {
      part += character + (text[index + 1] ?? "");
      index += 1;
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && character === "(") depth += 1;
    if (!isQuoted && character === ")") depth -= 1;
    if (character === "," && !isQuoted && depth === 0) {
      parts.push(part);
      part = "";
    } else {
      part += character;
    }
  }
  if (isQuoted || depth !== 0)
    throw new FilterError("a quote or bracket in the filter is not closed");
  return [...parts, part];
}

function unquote(value: string): string {
  const inner = /^"(.*)"$/s.exec(value)?.[1];
  return inner === undefined ? value : inner.replace(/\\(.)/gs, "$1");
}

/** Returns a condition on a row named `r`. Its parameters start at `$firstParameter`. */
export function filterSql(
  conditions: readonly Condition[],
  columns: readonly TableColumn[],
  firstParameter: number,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts = conditions.map((condition) => {
    const column = columns.find(({ name }) => name === condition.column);
    if (!column) throw new FilterError(`invalid column for filter ${condition.column}`);
    const bind = (value: unknown) => {
      values.push(value);
      return `$${firstParameter + values.length - 1}`;
    };
    const sql = `(${conditionSql(condition, column, bind)})`;
    return condition.isNegated ? `not ${sql}` : sql;
  });
  return { text: parts.length === 0 ? "true" : parts.join(" and "), values };
}

function conditionSql(
  { operator, values }: Condition,
  column: TableColumn,
  bind: (value: unknown) => string,
): string {
  const [value = ""] = values;
  const own = `r.${quoteName(column.name)}`;
  if (operator === "in") return `${own} = any(${bind(values)}::text[]::${column.cast}[])`;
  if (operator === "is") return `${own} is ${value}`;
  const pattern = PATTERNS[operator];
  if (pattern !== undefined) return `${own}::text ${pattern} ${bind(value)}::text`;
  return `${own} ${COMPARISONS[operator]} ${bind(value)}::text::${column.cast}`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
