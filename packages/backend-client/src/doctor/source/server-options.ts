import type { AppFiles } from "./app-files.js";
import { type Literal, readLiteral, readStaticLiteral, UNKNOWN } from "./literals.js";
import type { Module } from "./module.js";
import { isMark, skipBrackets, skipExpression, type Token } from "./tokens.js";

const CREATORS = /^create(?:NextBackend|SessionServer)$/;

export interface ServerOptions {
  file: string | undefined;
  isNext: boolean;
  options: Literal;
}

function findArguments(tokens: readonly Token[], at: number): number | undefined {
  let index = at + 1;
  if (isMark(tokens[index], "<")) {
    for (let angles = 0; index < tokens.length; index++) {
      if (isMark(tokens[index], "<")) angles += 1;
      if (isMark(tokens[index], ">") && --angles === 0) break;
    }
    index += 1;
  }
  return isMark(tokens[index], "(") ? index + 1 : undefined;
}

function findValue(module: Module, name: string): number | undefined {
  const declaration = module.declarations.get(name);
  if (!declaration || declaration.property !== undefined) return undefined;
  const { start, end } = declaration;
  for (let index = start; index < end; index++) {
    if (isMark(module.tokens[index], "=")) return index + 1;
    if (isMark(module.tokens[index], "{")) index = skipBrackets(module.tokens, index) - 1;
  }
  return undefined;
}

export function readStaticConstant(module: Module, name: string): Literal {
  const value = findValue(module, name);
  return value === undefined ? UNKNOWN : readStaticLiteral(module.tokens, value);
}

function readOptions(module: Module, at: number): Literal | undefined {
  const { tokens } = module;
  const first = findArguments(tokens, at);
  if (first === undefined) return undefined;
  const comma = skipExpression(tokens, first);
  const isGiven = isMark(tokens[comma], ",") && !isMark(tokens[comma + 1], ")");
  return isGiven ? readLiteral(tokens, comma + 1, (name) => findValue(module, name)) : undefined;
}

export function findServerOptions(app: AppFiles): ServerOptions {
  let found: ServerOptions = { file: undefined, isNext: false, options: undefined };
  for (const path of app.sources) {
    if (!app.text(path).includes("@dossier/backend-client/")) continue;
    const module = app.module(path);
    for (const [index, token] of module.tokens.entries()) {
      if (token.kind !== "name" || !CREATORS.test(token.text)) continue;
      if (findArguments(module.tokens, index) === undefined) continue;
      const isNext = token.text === "createNextBackend";
      const options = readOptions(module, index);
      if (isNext) return { file: app.nameOf(path), isNext, options };
      if (found.file === undefined) found = { file: app.nameOf(path), isNext, options };
    }
  }
  return found;
}
