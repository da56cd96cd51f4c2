import { readFileSync } from "node:fs";
import { join } from "node:path";
// TypeScript 7, which compiles this package, has no API.
import ts from "@typescript/typescript6";

export interface Documented {
  name: string;
  doc: string;
  examples: string[];
  type: string;
}

export interface DocumentedMember extends Documented {
  isFunction: boolean;
  isOptional: boolean;
}

export interface DocumentedSymbol extends Documented {
  entry: string;
  members: DocumentedMember[];
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2023,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["node"],
  strict: true,
  skipLibCheck: true,
};

function describeSymbol(checker: ts.TypeChecker, symbol: ts.Symbol): Documented {
  const [declaration] = symbol.declarations ?? [];
  const type = declaration && checker.getTypeOfSymbolAtLocation(symbol, declaration);
  return {
    name: symbol.name,
    doc: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    examples: symbol
      .getJsDocTags(checker)
      .filter(({ name }) => name === "example")
      .map(({ text }) => ts.displayPartsToString(text)),
    type: type ? checker.typeToString(type) : "",
  };
}

/** Returns true if the members inside a node do not belong to the documented symbol. */
function isForeign(node: ts.Node): boolean {
  return (
    ts.isFunctionLike(node) ||
    ts.isTypeReferenceNode(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isConditionalTypeNode(node)
  );
}

function writtenMembers(node: ts.Node): (ts.ClassElement | ts.TypeElement)[] {
  if (isForeign(node)) return [];
  const holds =
    ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeLiteralNode(node);
  const members = holds ? [...node.members] : [];
  const inner: (ts.ClassElement | ts.TypeElement)[] = [];
  node.forEachChild((child) => void inner.push(...writtenMembers(child)));
  return [...members, ...inner];
}

function declarationsOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Declaration[] {
  const declarations = symbol.declarations ?? [];
  const classes = declarations.filter(ts.isVariableDeclaration).flatMap((constant) => {
    const { symbol: named } = checker.getTypeAtLocation(constant) as { symbol?: ts.Symbol };
    return named?.declarations?.filter(ts.isClassDeclaration) ?? [];
  });
  return [...declarations, ...classes];
}

function describeMembers(checker: ts.TypeChecker, symbol: ts.Symbol): DocumentedMember[] {
  return declarationsOf(checker, symbol)
    .flatMap(writtenMembers)
    .flatMap((member) => {
      const isPrivate = member.name && ts.isPrivateIdentifier(member.name);
      const own = member.name && !isPrivate && checker.getSymbolAtLocation(member.name);
      if (!own) return [];
      const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(own, member));
      return {
        ...describeSymbol(checker, own),
        isFunction: type.getCallSignatures().length > 0,
        isOptional: (own.flags & ts.SymbolFlags.Optional) !== 0,
      };
    });
}

export function publicSymbols(root: string): DocumentedSymbol[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string }>;
  };
  const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === "string" ? [] : [{ entry, file: join(root, target.types) }],
  );
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    OPTIONS,
  );
  const checker = program.getTypeChecker();
  return entries.flatMap(({ entry, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${entry} is not built: ${file}`);
    return checker.getExportsOfModule(module).map((exported) => {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      return {
        ...describeSymbol(checker, symbol),
        name: exported.name,
        entry,
        members: describeMembers(checker, symbol),
      };
    });
  });
}
