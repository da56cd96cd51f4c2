import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Finding, reporter } from "../finding.js";
import type { CheckContext } from "./context.js";

const { ok, fail } = reporter("versions");
const PAGE = "docs/reference.md#limits";

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8"));

function ownFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

function findManifest(name: string, from: string): Manifest | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, "node_modules", name, "package.json");
    if (existsSync(file)) return readManifest(file);
    if (folder === dirname(folder)) return undefined;
  }
}

const numbersOf = (text: string): number[] => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number);

export function isInRange(version: string, range: string): boolean {
  const [given, least] = [numbersOf(version), numbersOf(range)];
  const fixed = least.findIndex((number) => number > 0);
  for (let index = 0; index < 3; index++) {
    const [a = 0, b = 0] = [given[index], least[index]];
    if (a !== b) return a > b && index > (fixed === -1 ? 2 : fixed);
  }
  return true;
}

export function checkVersions({ app }: CheckContext): Finding[] {
  const folder = ownFolder();
  const own = readManifest(join(folder, "package.json"));
  const wanted = [
    ...Object.entries(own.peerDependencies ?? {}).map(([name, range]) => ({
      name,
      range,
      found: findManifest(name, app.dir),
    })),
    ...Object.entries(own.dependencies ?? {})
      .filter(([name]) => name.startsWith("@supabase/"))
      .map(([name, range]) => ({ name, range, found: findManifest(name, folder) })),
  ];
  const installed = wanted.flatMap(({ name, range, found }) =>
    found === undefined ? [] : [{ name, range, version: found.version }],
  );
  const wrong = installed.filter(
    ({ version, range }) => /^\^/.test(range) && !isInRange(version, range),
  );
  if (wrong.length > 0) {
    return wrong.map(({ name, version, range }) =>
      fail(`${name} ${version} is installed, but the SDK supports ${range}.`, {
        fix: `Install a version in this range: npm install ${name}@${numbersOf(range)[0]}`,
        page: PAGE,
      }),
    );
  }
  const shown = installed.filter(({ name }) => Object.hasOwn(own.peerDependencies ?? {}, name));
  const list = shown.map(({ name, version }) => `${name} ${version}`);
  return [ok([`Node ${process.versions.node}`, ...list].join(", "))];
}
