export type TokenKind = "name" | "number" | "text" | "template" | "mark" | "comment";

export interface Token {
  kind: TokenKind;
  text: string;
  isAlone?: boolean;
}

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\d[\w.]*/y;
const LINE_COMMENT = /\/\/([^\n\r]*)/y;
const BLOCK_COMMENT = /\/\*([\s\S]*?)\*\//y;
const STRING = /"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'/y;
const REGEXP = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const SPACE = /\s+/y;
const MARK = /=>|\.\.\.|\?\.|[\s\S]/y;

const BEFORE_VALUE = /^(?:return|typeof|case|in|of|delete|void|throw|await|yield|else|do)$/;

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v" };

function decode(text: string): string {
  return text.replace(
    /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|\r\n|([\s\S]))/gi,
    (_all, long?: string, short?: string, byte?: string, other?: string) => {
      const code = long ?? short ?? byte;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return other === undefined || other === "\n" ? "" : (ESCAPES[other] ?? other);
    },
  );
}

/**
 * Splits JSX text as if it were code. The resulting wrong tokens are harmless, because the callers
 * look only for calls and literals.
 */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const add = (kind: TokenKind, text: string) => tokens.push({ kind, text });

  const mayBeRegExp = (): boolean => {
    const last = tokens.findLast(({ kind }) => kind !== "comment");
    if (!last) return true;
    // A slash after a closing bracket is a division. A slash after `<` is part of a closing tag.
    if (last.kind === "mark") return !/^[)\]}<]$/.test(last.text);
    return last.kind === "name" && BEFORE_VALUE.test(last.text);
  };

  /** A quote right after a letter is part of JSX text, such as `don't`. */
  const isInText = (): boolean => at > 0 && /[\p{L}\d]/u.test(source[at - 1] ?? "");

  const takeTemplate = (): void => {
    const start = at;
    const place = tokens.length;
    at += 1;
    let text = "";
    let isPlain = true;
    while (at < source.length && source[at] !== "`") {
      if (source[at] === "\\") {
        text += source.slice(at, at + 2);
        at += 2;
      } else if (source.startsWith("${", at)) {
        isPlain = false;
        at += 2;
        takeUntilBrace();
      } else {
        text += source[at];
        at += 1;
      }
    }
    if (at >= source.length) {
      tokens.length = place;
      at = start + 1;
      add("mark", "`");
      return;
    }
    at += 1;
    tokens.splice(place, 0, { kind: isPlain ? "text" : "template", text: decode(text) });
  };

  const takeUntilBrace = (): void => {
    for (let depth = 1; at < source.length; ) {
      const before = tokens.length;
      takeOne();
      const last = tokens.length > before ? tokens.at(-1) : undefined;
      if (last?.kind !== "mark") continue;
      if (last.text === "{") depth += 1;
      if (last.text === "}" && --depth === 0) {
        tokens.pop();
        return;
      }
    }
  };

  const takeOne = (): void => {
    if (take(SPACE)) return;
    const line = source.slice(source.lastIndexOf("\n", at - 1) + 1, at);
    const comment = take(LINE_COMMENT) ?? take(BLOCK_COMMENT);
    if (comment) {
      const text = (comment[1] ?? "").trim();
      tokens.push({ kind: "comment", text, isAlone: line.trim() === "" });
      return;
    }
    if (source[at] === "`") {
      takeTemplate();
      return;
    }
    const string = isInText() ? null : take(STRING);
    if (string) return void add("text", decode(string[1] ?? string[2] ?? ""));
    if (source[at] === "/" && mayBeRegExp() && take(REGEXP)) return void add("template", "");
    const name = take(NAME);
    if (name) return void add("name", name[0]);
    const number = take(NUMBER);
    if (number) return void add("number", number[0]);
    add("mark", take(MARK)?.[0] ?? "");
  };

  while (at < source.length) takeOne();
  return tokens;
}

export const isMark = (token: Token | undefined, text: string): boolean =>
  token?.kind === "mark" && token.text === text;

const OPENING = /^[([{]$/;
const CLOSING: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

export class BracketStack {
  readonly #open: { text: string; at: number }[] = [];

  get depth(): number {
    return this.#open.length;
  }

  get indexes(): number[] {
    return this.#open.map(({ at }) => at);
  }

  take(token: Token | undefined, at: number): void {
    if (token?.kind !== "mark") return;
    if (OPENING.test(token.text)) this.#open.push({ text: token.text, at });
    const opening = CLOSING[token.text];
    if (opening === undefined) return;
    // A `)` or `]` cannot match a bracket outside of the innermost open brace.
    const block = opening === "{" ? -1 : this.#open.findLastIndex(({ text }) => text === "{");
    const match = this.#open.findLastIndex(({ text }) => text === opening);
    if (match > block) this.#open.length = match;
  }
}

export function skipBrackets(tokens: readonly Token[], at: number): number {
  const stack = new BracketStack();
  for (let index = at; index < tokens.length; index++) {
    stack.take(tokens[index], index);
    if (stack.depth === 0) return index + 1;
  }
  return tokens.length;
}

export function skipExpression(tokens: readonly Token[], at: number): number {
  for (let index = at; index < tokens.length; ) {
    const token = tokens[index];
    if (token?.kind !== "mark") index += 1;
    else if (OPENING.test(token.text)) index = skipBrackets(tokens, index);
    else if (/^[,;)\]}]$/.test(token.text)) return index;
    else index += 1;
  }
  return tokens.length;
}
