import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { isList, isObject, memberOf, readLiteral } from "./literals.js";
import { type Module, readModule } from "./module.js";
import { readTokens } from "./tokens.js";

const EXTENSIONS = [".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs"];
const SKIPPED = /^(?:node_modules|dist|build|out|coverage|tests?|e2e|__\w+__|\..*)$/;
const TEST = /\.(?:test|spec|test-d|stories|d)\.[cm]?[jt]sx?$/;

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

interface Alias {
  prefix: string;
  isWhole: boolean;
  targets: string[];
}

function readAliases(file: string, depth = 0): Alias[] {
  if (depth > 5 || !isFile(file)) return [];
  const tokens = readTokens(readFileSync(file, "utf8")).filter(({ kind }) => kind !== "comment");
  const config = readLiteral(tokens, 0);
  const options = memberOf(config, "compilerOptions");
  const paths = memberOf(options, "paths");
  if (!isObject(paths)) {
    const base = memberOf(config, "extends");
    return typeof base === "string" && base.startsWith(".")
      ? readAliases(resolve(dirname(file), base), depth + 1)
      : [];
  }
  const baseUrl = memberOf(options, "baseUrl");
  const folder = resolve(dirname(file), typeof baseUrl === "string" ? baseUrl : ".");
  return Object.entries(paths).flatMap(([name, targets]) => {
    if (!isList(targets)) return [];
    const texts = targets.filter((target) => typeof target === "string");
    const places = texts.map((target) => resolve(folder, target.replace(/\*$/, "")));
    return [{ prefix: name.replace(/\*$/, ""), isWhole: !name.endsWith("*"), targets: places }];
  });
}

export class AppFiles {
  readonly dir: string;
  readonly #aliases: readonly Alias[];
  readonly #modules = new Map<string, Module>();
  #sources: string[] | undefined;

  constructor(dir: string) {
    this.dir = resolve(dir);
    const config = ["tsconfig.json", "jsconfig.json"].map((name) => join(this.dir, name));
    this.#aliases = readAliases(config.find(existsSync) ?? "");
  }

  nameOf(path: string): string {
    return relative(this.dir, path).split(sep).join("/");
  }

  list(folder = this.dir): string[] {
    return readdirSync(folder, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : this.list(path);
        const isSource = EXTENSIONS.includes(extname(entry.name)) && !TEST.test(entry.name);
        return isSource && entry.isFile() ? [path] : [];
      });
  }

  get sources(): readonly string[] {
    this.#sources ??= this.list();
    return this.#sources;
  }

  find(name: string): string | undefined {
    return ["", "src"]
      .flatMap((folder) => EXTENSIONS.map((end) => join(this.dir, folder, `${name}${end}`)))
      .find(isFile);
  }

  get routes(): string | undefined {
    return ["app", "src/app"]
      .map((folder) => join(this.dir, folder))
      .find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  }

  text(path: string): string {
    return readFileSync(path, "utf8");
  }

  module(path: string): Module {
    const known = this.#modules.get(path);
    if (known) return known;
    const module = readModule(this.text(path));
    this.#modules.set(path, module);
    return module;
  }

  resolve(from: string, specifier: string): string | undefined {
    if (specifier.startsWith(".")) return this.#complete(resolve(dirname(from), specifier));
    for (const { prefix, isWhole, targets } of this.#aliases) {
      if (isWhole ? specifier !== prefix : !specifier.startsWith(prefix)) continue;
      for (const target of targets) {
        const found = this.#complete(join(target, specifier.slice(prefix.length)));
        if (found) return found;
      }
    }
    return undefined;
  }

  #complete(path: string): string | undefined {
    const withoutEnd = path.replace(/\.[cm]?jsx?$/, "");
    return [
      path,
      ...EXTENSIONS.map((end) => `${path}${end}`),
      ...EXTENSIONS.map((end) => `${withoutEnd}${end}`),
      ...EXTENSIONS.map((end) => join(path, `index${end}`)),
    ].find(isFile);
  }
}
