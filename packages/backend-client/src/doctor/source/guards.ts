import type { AppFiles } from "./app-files.js";
import type { Declaration, Module, ModuleExport } from "./module.js";
import { BracketStack, isMark, skipBrackets, type Token } from "./tokens.js";

export const SESSION_GUARDS: ReadonlySet<string> = new Set(["page", "requireSession", "action"]);
/** `guestAction` also counts as a guard: it declares that every visitor may call the action. */
export const ACTION_GUARDS: ReadonlySet<string> = new Set([...SESSION_GUARDS, "guestAction"]);
const SCOPE_GUARDS = new Set(["requireSession", "requireFreshUser", "requireAal2"]);

const CREATOR = "createNextBackend";

export class Guards {
  readonly #app: AppFiles;
  readonly #members: ReadonlySet<string>;
  readonly #known = new Map<string, boolean>();
  readonly #open = new Set<string>();
  #loops = 0;

  constructor(app: AppFiles, members: ReadonlySet<string>) {
    this.#app = app;
    this.#members = members;
  }

  isGuarded(path: string, entry: ModuleExport): boolean {
    if (entry.source) return this.#followImport(path, entry.source.from, entry.source.name);
    if (entry.declaration) return this.#isDeclared(path, entry.declaration);
    return entry.local !== undefined && this.#followName(path, entry.local);
  }

  hasOpenInlineAction(path: string): boolean {
    const module = this.#app.module(path);
    const { tokens } = module;
    const stack = new BracketStack();
    return tokens.some((token, index) => {
      stack.take(token, index);
      const isInline = token.kind === "text" && token.text === "use server" && index > 0;
      if (!isInline || !isMark(tokens[index - 1], "{")) return false;
      const outer = stack.indexes.at(-2) ?? 0;
      if (isMark(tokens[outer], "(") && this.#isCall(path, module, outer - 1)) return false;
      const end = skipBrackets(tokens, index - 1);
      return !this.#hasCall(path, module, { start: index, end });
    });
  }

  #isDeclared(path: string, declaration: Declaration): boolean {
    const module = this.#app.module(path);
    const { property, start, end } = declaration;
    if (property !== undefined && this.#names(module, declaration, CREATOR)) {
      return this.#members.has(property);
    }
    if (this.#isHandlers(path, declaration)) return true;
    const at = property === undefined ? start : skipPattern(module.tokens, start);
    return this.#hasCall(path, module, { start: at, end });
  }

  /** The SDK's handlers check every request, so they need no guard. */
  #isHandlers(path: string, { start, end, property }: Declaration): boolean {
    const { tokens } = this.#app.module(path);
    const equals = property === undefined ? start + 2 : skipPattern(tokens, start);
    if (!isMark(tokens[equals], "=")) return false;
    const words = tokens.slice(equals + 1, end).filter((token) => !isMark(token, ";"));
    const isAlone = words.length === 1 || (words.length === 3 && isMark(words[1], "."));
    return isAlone && this.#leadsTo(path, words[0]?.text ?? "", "handlers");
  }

  #leadsTo(path: string, name: string, member: string): boolean {
    const module = this.#app.module(path);
    const declaration = module.declarations.get(name);
    if (declaration) {
      return declaration.property === member && this.#names(module, declaration, CREATOR);
    }
    const source = module.imports.get(name);
    const target = source && this.#app.resolve(path, source.from);
    return target !== undefined && this.#leadsTo(target, source?.name ?? "", member);
  }

  #names({ tokens }: Module, { start, end }: Declaration, name: string): boolean {
    return tokens.slice(start, end).some((token) => token.kind === "name" && token.text === name);
  }

  #hasCall(path: string, module: Module, { start, end }: { start: number; end: number }): boolean {
    for (let index = start; index < end; index++) {
      if (this.#isCall(path, module, index)) return true;
    }
    return false;
  }

  #isCall(path: string, module: Module, at: number): boolean {
    const { tokens } = module;
    const token = tokens[at];
    if (token?.kind !== "name" || !isCalled(tokens, at)) return false;
    const before = tokens[at - 1];
    if (before?.text === "function") return false;
    if (isMark(before, ".") || isMark(before, "?.")) {
      const object = tokens[at - 2]?.text ?? "";
      const isOwn = module.imports.has(object) || module.declarations.has(object);
      return SCOPE_GUARDS.has(token.text) || (isOwn && this.#members.has(token.text));
    }
    return this.#followName(path, token.text);
  }

  #followName(path: string, name: string): boolean {
    const key = `${path}\n${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#open.has(key)) {
      this.#loops += 1;
      return false;
    }
    const loops = this.#loops;
    this.#open.add(key);
    const module = this.#app.module(path);
    const declaration = module.declarations.get(name);
    const source = module.imports.get(name);
    const isGuarded = declaration
      ? this.#isDeclared(path, declaration)
      : source !== undefined && this.#followImport(path, source.from, source.name);
    this.#open.delete(key);
    // If the search met a circular reference, it may have missed a guard. Do not store that result.
    if (isGuarded || loops === this.#loops) this.#known.set(key, isGuarded);
    return isGuarded;
  }

  #followImport(path: string, from: string, name: string): boolean {
    const target = this.#app.resolve(path, from);
    // A package that cannot be resolved may re-export the app's guards, so compare only the names.
    if (target === undefined) return !from.startsWith(".") && this.#members.has(name);
    const module = this.#app.module(target);
    const entry = module.exports.find((one) => one.name === name);
    if (entry) return this.isGuarded(target, entry);
    return module.forwarded.some((other) => this.#followImport(target, other, name));
  }
}

function skipPattern(tokens: readonly Token[], start: number): number {
  let index = start;
  while (index < tokens.length && !isMark(tokens[index], "{")) index += 1;
  return skipBrackets(tokens, index);
}

function isCalled(tokens: readonly Token[], at: number): boolean {
  if (isMark(tokens[at + 1], "(") || isMark(tokens[at + 1], "?.")) return true;
  if (!isMark(tokens[at + 1], "<")) return false;
  let index = at + 1;
  for (let angles = 0; index < tokens.length; index++) {
    const text = tokens[index]?.kind === "mark" ? tokens[index]?.text : undefined;
    if (text === "<") angles += 1;
    if (text === ">" && --angles === 0) return isMark(tokens[index + 1], "(");
    if (text === ";" || text === "=>" || text === "/") return false;
  }
  return false;
}
