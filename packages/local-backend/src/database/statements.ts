export interface Statement {
  text: string;
  offset: number;
}

/** A semicolon inside a comment, a string or a quoted name does not end a statement. */
const OPENINGS = /--|\/\*|[eE]?'|"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|;|\S/y;

export function splitStatements(script: string): Statement[] {
  const statements: Statement[] = [];
  let start = -1;
  let index = 0;
  while (index < script.length) {
    if (/\s/.test(script.charAt(index))) {
      index += 1;
      continue;
    }
    OPENINGS.lastIndex = index;
    const token = OPENINGS.exec(script)?.[0] ?? script.charAt(index);
    if (token === ";") {
      if (start >= 0) statements.push({ text: script.slice(start, index), offset: start });
      start = -1;
    } else if (start < 0 && !isComment(token)) {
      start = index;
    }
    index = endOf(script, index, token);
  }
  if (start >= 0) statements.push({ text: script.slice(start), offset: start });
  return statements;
}

function endOf(script: string, index: number, token: string): number {
  const after = index + token.length;
  const find = (text: string) => {
    const found = script.indexOf(text, after);
    return found < 0 ? script.length : found + text.length;
  };
  if (token === "--") return find("\n");
  if (token === "/*") return endOfComment(script, after);
  if (token === '"') return find('"');
  if (token === "'") return find("'");
  if (token === "e'" || token === "E'") return endOfEscapeText(script, after);
  // A `$` inside a name, as in `a$b$`, does not open a dollar quote.
  if (isDollarQuote(token) && !/[\w$]/.test(script.charAt(index - 1))) return find(token);
  return token.length > 1 ? index + 1 : after;
}

/** SQL comments can be nested. */
function endOfComment(script: string, from: number): number {
  let depth = 1;
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  for (let mark = marks.exec(script); mark; mark = marks.exec(script)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.index + 2;
  }
  return script.length;
}

function endOfEscapeText(script: string, from: number): number {
  for (let index = from; index < script.length; index += 1) {
    if (script.charAt(index) === "\\") index += 1;
    else if (script.charAt(index) === "'") return index + 1;
  }
  return script.length;
}

export function withoutTexts(script: string): string {
  return withoutTokens(
    script,
    (token) => isComment(token) || token.endsWith("'") || isDollarQuote(token),
  );
}

export const withoutComments = (script: string) => withoutTokens(script, isComment);

function withoutTokens(script: string, isLeftOut: (token: string) => boolean): string {
  let code = "";
  for (let index = 0; index < script.length; ) {
    OPENINGS.lastIndex = index;
    const token = OPENINGS.exec(script)?.[0] ?? script.charAt(index);
    const end = endOf(script, index, token);
    code += isLeftOut(token) ? " " : script.slice(index, end);
    index = end;
  }
  return code;
}

const isComment = (token: string) => token === "--" || token === "/*";

const isDollarQuote = (token: string) => token.length > 1 && token.startsWith("$");

/** Keeps the length of the script, so that later offsets and lines stay the same. */
export function blankStatement(script: string, { text, offset }: Statement): string {
  const blanks = text.replace(/[^\n]/gu, (character) => " ".repeat(character.length));
  return script.slice(0, offset) + blanks + script.slice(offset + text.length);
}

export function lineAt(script: string, offset: number): number {
  return script.slice(0, offset).split("\n").length;
}
