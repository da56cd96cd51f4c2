import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "@typescript/typescript6";

export interface EntryApi {
  entry: string;
  values: string[];
  text: string;
}

const printer = ts.createPrinter({ removeComments: true });

/**
 * For a constant, returns the whole statement, because its declaration does not contain `const`.
 */
function statementOf(node: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(node) ? node.parent.parent : node;
}

function print(node: ts.Declaration): string {
  const text = printer.printNode(ts.EmitHint.Unspecified, statementOf(node), node.getSourceFile());
  return text.replace(/^export (default )?(declare )?/, "").replace(/^declare /, "");
}

function usedDeclarations(
  checker: ts.TypeChecker,
  node: ts.Node,
  isOwn: (file: ts.SourceFile) => boolean,
): ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const visit = (child: ts.Node): void => {
    const name = ts.isIdentifier(child) ? checker.getSymbolAtLocation(child) : undefined;
    const symbol =
      name && name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
    const declaration = symbol?.declarations?.[0];
    const isTopLevel =
      declaration !== undefined && ts.isSourceFile(statementOf(declaration).parent);
    if (symbol && isTopLevel && isOwn(declaration.getSourceFile())) found.push(symbol);
    child.forEachChild(visit);
  };
  visit(node);
  return found;
}

function describe(
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  entry: string,
  root: string,
): EntryApi {
  const module = checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${entry} has no exports: ${source.fileName}`);
  const resolve = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exported = checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1));
  const isOwn = (file: ts.SourceFile) => file.fileName.startsWith(join(root, "dist/"));
  const seen = new Set<ts.Symbol>();
  const queue = exported.map(resolve);
  const texts = new Map<ts.Symbol, string>();
  for (let at = 0; at < queue.length; at += 1) {
    const symbol = queue[at] as ts.Symbol;
    if (seen.has(symbol)) continue;
    seen.add(symbol);
    const own = (symbol.declarations ?? []).filter((node) => isOwn(node.getSourceFile()));
    texts.set(symbol, own.map(print).join("\n"));
    for (const node of own) queue.push(...usedDeclarations(checker, statementOf(node), isOwn));
  }
  const publicOnes = new Set(exported.map(resolve));
  const inner = [...texts].filter(([symbol]) => !publicOnes.has(symbol));
  const names = exported.map((symbol) => {
    const target = resolve(symbol);
    const text = texts.get(target) || `/* ${target.name} of a dependency */`;
    return `// ${symbol.name}\n${text}`;
  });
  return {
    entry,
    values: exported
      .filter((symbol) => resolve(symbol).flags & ts.SymbolFlags.Value)
      .map(({ name }) => name),
    text: [...names, ...inner.map(([, text]) => text).sort()].join("\n\n").concat("\n"),
  };
}

export function entryApis(root: string): EntryApi[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string }>;
  };
  const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === "string" ? [] : [{ entry, file: join(root, target.types) }],
  );
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2023,
      jsx: ts.JsxEmit.ReactJSX,
      types: [],
      skipLibCheck: true,
    },
  );
  const checker = program.getTypeChecker();
  return entries.map(({ entry, file }) => {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${entry} is not built: ${file}`);
    return describe(checker, source, entry, root);
  });
}
