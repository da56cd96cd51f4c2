import { isMark, skipBrackets, skipExpression, type Token } from "./tokens.js";

export const UNKNOWN = Symbol("unknown");

export interface LiteralObject {
  readonly [name: string]: Literal;
}

export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | typeof UNKNOWN
  | readonly Literal[]
  | LiteralObject;

export const SPREAD = "...";

export function isObject(value: Literal): value is LiteralObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}

export function memberOf(object: Literal, name: string): Literal {
  if (!isObject(object)) return object === undefined ? undefined : UNKNOWN;
  if (Object.hasOwn(object, name)) return object[name];
  return SPREAD in object ? UNKNOWN : undefined;
}

export function findUnknown(value: Literal, path: string): string | undefined {
  if (value === UNKNOWN) return path;
  const parts = isList(value)
    ? value.map((item, index) => [`${path}[${index}]`, item] as const)
    : isObject(value)
      ? Object.entries(value).map(
          ([name, item]) => [name === SPREAD ? path : `${path}.${name}`, item] as const,
        )
      : [];
  for (const [name, part] of parts) {
    const found = findUnknown(part, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

export type Resolve = (name: string) => number | undefined;

const WORDS = new Map<string, Literal>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined],
]);

interface Reading {
  tokens: readonly Token[];
  resolve: Resolve;
  isStatic: boolean;
  /**
   * Number of constants followed so far. The reader stops at five, because references may be
   * circular.
   */
  depth: number;
}

type Read = { value: Literal; end: number };

function readList(reading: Reading, at: number): Read {
  const { tokens } = reading;
  const items: Literal[] = [];
  let index = at + 1;
  while (index < tokens.length && !isMark(tokens[index], "]")) {
    const { value, end } = readExpression(reading, index);
    items.push(value);
    index = isMark(tokens[end], ",") ? end + 1 : end;
  }
  return { value: items, end: index + 1 };
}

function readMembers(reading: Reading, at: number): Read {
  const { tokens, isStatic } = reading;
  const names = isStatic ? /^(?:name|text)$/ : /^(?:name|text|number)$/;
  const object: Record<string, Literal> = {};
  let index = at + 1;
  while (index < tokens.length && !isMark(tokens[index], "}")) {
    const key = tokens[index];
    if (isMark(key, "...")) {
      object[SPREAD] = UNKNOWN;
      index = skipExpression(tokens, index + 1);
    } else if (key && names.test(key.kind) && isMark(tokens[index + 1], ":")) {
      const { value, end } = readExpression(reading, index + 2);
      object[key.text] = value;
      index = end;
    } else if (key?.kind === "name" && /^[,}]$/.test(tokens[index + 1]?.text ?? "")) {
      object[key.text] = readExpression(reading, index).value;
      index += 1;
    } else {
      const name = tokens.slice(index, index + 3).find((token) => isName(token))?.text;
      object[name ?? SPREAD] = UNKNOWN;
      index = skipExpression(tokens, index + 1);
    }
    if (isMark(tokens[index], ",")) index += 1;
  }
  return { value: object, end: index + 1 };
}

const isName = (token: Token): boolean =>
  token.kind === "name" && !/^(?:async|get|set|static)$/.test(token.text);

function readOperand(reading: Reading, at: number): Read {
  const { tokens, resolve, depth, isStatic } = reading;
  const token = tokens[at];
  if (!token) return { value: UNKNOWN, end: at };
  if (token.kind === "text") return { value: token.text, end: at + 1 };
  if (token.kind === "number") return { value: toNumber(token.text), end: at + 1 };
  if (isMark(token, "[")) return readList(reading, at);
  if (isMark(token, "{")) return readMembers(reading, at);
  if (isMark(token, "(")) {
    const { value, end } = readExpression(reading, at + 1);
    const isKnown = isMark(tokens[end], ")") && !isStatic;
    return { value: isKnown ? value : UNKNOWN, end: skipBrackets(tokens, at) };
  }
  if (token.kind !== "name") return { value: UNKNOWN, end: at + 1 };
  if (WORDS.has(token.text)) return { value: WORDS.get(token.text), end: at + 1 };
  const declared = depth < 5 ? resolve(token.text) : undefined;
  if (declared === undefined) return { value: UNKNOWN, end: at + 1 };
  const { value } = readExpression({ ...reading, depth: depth + 1 }, declared);
  return { value, end: at + 1 };
}

const toNumber = (text: string): Literal => {
  const value = Number(text.replaceAll("_", ""));
  return Number.isNaN(value) ? UNKNOWN : value;
};

function skipTypes(tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  const isType = token?.kind === "name" && /^(?:as|satisfies)$/.test(token.text);
  return isType ? skipType(tokens, at + 1) : at;
}

function skipType(tokens: readonly Token[], at: number): number {
  let angles = 0;
  for (let index = at; index < tokens.length; ) {
    if (isMark(tokens[index], "<")) angles += 1;
    if (isMark(tokens[index], ">")) angles -= 1;
    const text = tokens[index]?.kind === "mark" ? tokens[index]?.text : undefined;
    if (text !== undefined && /^[([{]$/.test(text)) index = skipBrackets(tokens, index);
    else if (text !== undefined && /^[,;)\]}]$/.test(text) && angles <= 0) return index;
    else if (tokens[index]?.kind === "name" && index > at && angles <= 0 && isAlone(tokens, index))
      return index;
    else index += 1;
  }
  return tokens.length;
}

/** Without a semicolon, the name after a type may already belong to the next statement. */
function isAlone(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return before?.kind === "name" || isMark(before, "]") || isMark(before, ">");
}

function readExpression(reading: Reading, at: number): Read {
  const { tokens, isStatic } = reading;
  const { value: first, end: afterFirst } = readOperand(reading, at);
  let value = first;
  let end = skipTypes(tokens, afterFirst);
  while (isMark(tokens[end], "+") && typeof value === "string" && !isStatic) {
    const next = readOperand(reading, end + 1);
    value = typeof next.value === "string" ? value + next.value : UNKNOWN;
    end = next.end;
  }
  const next = tokens[end];
  const isOver = next === undefined || next.kind === "name" || /^[,;)\]}]$/.test(next.text);
  return isOver ? { value, end } : { value: UNKNOWN, end: skipExpression(tokens, at) };
}

export function readLiteral(
  tokens: readonly Token[],
  at: number,
  resolve: Resolve = () => undefined,
): Literal {
  return readExpression({ tokens, resolve, isStatic: false, depth: 0 }, at).value;
}

/**
 * Next refuses constants, joined strings, parentheses and numeric names in a proxy's `config`.
 * @see https://nextjs.org/docs/messages/invalid-page-config
 */
export function readStaticLiteral(tokens: readonly Token[], at: number): Literal {
  return readExpression({ tokens, resolve: () => undefined, isStatic: true, depth: 0 }, at).value;
}
