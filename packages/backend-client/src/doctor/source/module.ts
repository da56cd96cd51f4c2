import { BracketStack, isMark, readTokens, skipBrackets, type Token } from "./tokens.js";

export interface Source {
  from: string;
  name: string;
}

export interface Declaration {
  start: number;
  end: number;
  /** For `const { a: b } = …`, the property is `a`. */
  property?: string | undefined;
}

export interface ModuleExport {
  name: string;
  declaration?: Declaration | undefined;
  local?: string | undefined;
  source?: Source | undefined;
  isPublic: boolean;
}

export interface Module {
  tokens: readonly Token[];
  imports: ReadonlyMap<string, Source>;
  declarations: ReadonlyMap<string, Declaration>;
  exports: readonly ModuleExport[];
  forwarded: readonly string[];
  isServer: boolean;
  isPublic: boolean;
}

const STARTS =
  /^(?:import|export|const|let|var|function|async|class|type|interface|enum|declare|namespace|abstract)$/;
const CONTINUES =
  /^(?:export|default|async|declare|abstract|as|satisfies|typeof|keyof|await|return|new|extends|=|=>|\(|\[|,|:|\?|&|\||\+|-|\*|\/|<|!|\.|\.\.\.)$/;

const isPublicNote = (token: Token): boolean =>
  token.kind === "comment" && /^public\b/i.test(token.text);

interface Statement {
  start: number;
  end: number;
  isPublic: boolean;
}

function isStart(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== "name" || !STARTS.test(token.text)) return false;
  const before = tokens[index - 1];
  if (before && before.kind !== "text" && CONTINUES.test(before.text)) return false;
  const next = tokens[index + 1];
  if (token.text === "import") return !isMark(next, "(") && !isMark(next, ".");
  return next?.kind === "name" || next?.kind === "text" || /^[{*[=]$/.test(next?.text ?? "");
}

function splitStatements(all: readonly Token[]): { tokens: Token[]; statements: Statement[] } {
  const tokens: Token[] = [];
  const notes: number[] = [];
  for (const token of all) {
    if (token.kind !== "comment") tokens.push(token);
    else if (isPublicNote(token)) notes.push(tokens.length - (token.isAlone ? 0 : 1));
  }
  const statements: Statement[] = [];
  const stack = new BracketStack();
  tokens.forEach((token, index) => {
    if (stack.depth === 0 && isStart(tokens, index)) {
      statements.push({ start: index, end: tokens.length, isPublic: false });
      const before = statements.at(-2);
      if (before) before.end = index;
    }
    stack.take(token, index);
  });
  for (const statement of statements) {
    const { start, end } = statement;
    statement.isPublic = notes.some((at) => at >= start && at < end);
  }
  return { tokens, statements };
}

function readNames(tokens: readonly Token[], at: number): { name: string; local: string }[] {
  const end = skipBrackets(tokens, at) - 1;
  const names: { name: string; local: string }[] = [];
  for (let index = at + 1; index < end; ) {
    const name = tokens[index];
    const hasOther = tokens[index + 1]?.text === "as" || isMark(tokens[index + 1], ":");
    const local = hasOther ? tokens[index + 2] : name;
    if (name && local && name.kind !== "mark" && name.text !== "type") {
      names.push({ name: name.text, local: local.text });
    }
    // After `type`, the next token is the name. After a name, skip a default value up to the comma.
    if (name?.text === "type") index += 1;
    else {
      while (index < end && !isMark(tokens[index], ",")) {
        index = isMark(tokens[index], "{") ? skipBrackets(tokens, index) : index + 1;
      }
      index += 1;
    }
  }
  return names;
}

class Reader {
  readonly imports = new Map<string, Source>();
  readonly declarations = new Map<string, Declaration>();
  readonly exports: ModuleExport[] = [];
  readonly forwarded: string[] = [];
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read({ start, end, isPublic }: Statement): void {
    const word = this.#text(start);
    if (word === "import") this.#readImport(start, end);
    else if (word !== "export") this.#declare(start, end);
    else this.#readExport(start, end, isPublic);
  }

  #text(index: number): string {
    return this.#tokens[index]?.text ?? "";
  }

  #sourceOf(start: number, end: number): string | undefined {
    for (let index = start; index < end; index++) {
      const next = this.#tokens[index + 1];
      if (this.#text(index) === "from" && next?.kind === "text") return next.text;
    }
    return undefined;
  }

  #readImport(start: number, end: number): void {
    const from = this.#sourceOf(start, end);
    if (from === undefined) return;
    for (let index = start + 1; index < end && this.#text(index) !== "from"; index++) {
      const token = this.#tokens[index];
      if (isMark(token, "{")) {
        for (const { name, local } of readNames(this.#tokens, index)) {
          this.imports.set(local, { from, name });
        }
        return;
      }
      if (isMark(token, "*")) {
        this.imports.set(this.#text(index + 2), { from, name: "*" });
        return;
      }
      if (token?.kind === "name" && token.text !== "type") {
        this.imports.set(token.text, { from, name: "default" });
      }
    }
  }

  #declare(start: number, end: number): string[] {
    let at = start;
    while (/^(?:async|declare|abstract)$/.test(this.#text(at))) at += 1;
    const word = this.#text(at);
    if (!/^(?:const|let|var|function|class|enum)$/.test(word)) return [];
    if (isMark(this.#tokens[at + 1], "*")) at += 1;
    if (isMark(this.#tokens[at + 1], "{")) {
      const names = readNames(this.#tokens, at + 1);
      for (const { name, local } of names) {
        this.declarations.set(local, { start, end, property: name });
      }
      return names.map(({ local }) => local);
    }
    const name = this.#text(at + 1);
    this.declarations.set(name, { start, end });
    return [name];
  }

  #readExport(start: number, end: number, isPublic: boolean): void {
    const from = this.#sourceOf(start, end);
    const next = this.#tokens[start + 1];
    if (isMark(next, "*")) {
      if (from !== undefined && this.#text(start + 2) !== "as") this.forwarded.push(from);
      return;
    }
    if (isMark(next, "{")) {
      for (const { name, local } of readNames(this.#tokens, start + 1)) {
        this.exports.push({
          name: local,
          isPublic,
          ...(from === undefined ? { local: name } : { source: { from, name } }),
        });
      }
      return;
    }
    if (next?.text === "default") {
      const value = this.#tokens[start + 2];
      const isName = value?.kind === "name" && !/^(?:async|function|class)$/.test(value.text);
      const isAlone = start + 3 >= end || isMark(this.#tokens[start + 3], ";");
      this.#declare(start + 2, end);
      this.exports.push({
        name: "default",
        isPublic,
        ...(isName && isAlone ? { local: value.text } : { declaration: { start: start + 2, end } }),
      });
      return;
    }
    for (const name of this.#declare(start + 1, end)) {
      const declaration = this.declarations.get(name);
      this.exports.push({ name, isPublic, declaration });
    }
  }
}

export function readModule(text: string): Module {
  const all = readTokens(text);
  const { tokens, statements } = splitStatements(all);
  const reader = new Reader(tokens);
  for (const statement of statements) reader.read(statement);
  const top = all.find(({ kind }) => kind !== "comment");
  const first = all.findIndex(({ kind }) => kind !== "comment");
  return {
    tokens,
    imports: reader.imports,
    declarations: reader.declarations,
    exports: reader.exports,
    forwarded: reader.forwarded,
    isServer: top?.kind === "text" && top.text === "use server",
    isPublic: all.slice(0, Math.max(first, 0)).some(isPublicNote),
  };
}
