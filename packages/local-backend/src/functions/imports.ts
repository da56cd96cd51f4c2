import { dirname, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { contains, withoutLinks } from "../config/real-path.ts";
import { callDeno, type DenoCall } from "./call-deno.ts";
import { DENO_FLAGS, PackagesError } from "./packages.ts";
import { isProjectModule } from "./project-modules.ts";
import { type FunctionSource, usesPackageJson } from "./sources.ts";
import { BootError } from "./worker.ts";

interface CheckOptions extends DenoCall {
  projectDir: string;
  cwd: string;
  source: FunctionSource;
  imports: readonly string[];
  npmCache: string;
}

const moduleGraph = z.object({
  roots: z.array(z.string()),
  modules: z.array(
    z.object({
      specifier: z.string(),
      dependencies: z
        .array(
          z.object({
            specifier: z.string(),
            // Undefined if only types are imported.
            code: z.object({ specifier: z.string().optional() }).optional(),
          }),
        )
        .default([]),
    }),
  ),
  redirects: z.record(z.string(), z.string()).default({}),
});

interface Import {
  address: string;
  importer?: string;
  specifier?: string;
}

/**
 * Checks imports whose specifiers are written in the code: they may lead only to modules of the
 * project and to files that the function may read. Deno checks only specifiers that are computed at
 * run time. Packages need no check, because they cannot import files of other folders.
 * @throws PackagesError for a forbidden import; BootError if Deno cannot list the imports
 */
export async function checkImports(options: CheckOptions): Promise<void> {
  const { source, cwd, npmCache } = options;
  const { roots, modules, redirects } = await readGraph(options);
  const folders = [cwd, npmCache].map(withoutLinks);
  const dependencies = new Map(modules.map((module) => [module.specifier, module.dependencies]));
  const visited = new Set<string>();
  const queue: Import[] = roots.map((address) => ({ address }));
  for (const each of queue) {
    const { address, importer } = each;
    const path = address.startsWith("file:") ? pathOf(address) : undefined;
    const isInside = path === undefined || folders.some((folder) => contains(folder, path));
    if (!isInside && !isBundled(each, path, options)) {
      throw new PackagesError(explain(source.name, path, importer && nameOf(importer, cwd)));
    }
    if (visited.has(address)) continue;
    visited.add(address);
    const redirect = redirects[address];
    if (redirect !== undefined) queue.push({ ...each, address: redirect });
    for (const { code, specifier } of dependencies.get(address) ?? []) {
      const next = code?.specifier;
      if (next !== undefined) queue.push({ address: next, importer: address, specifier });
    }
  }
}

/**
 * As `supabase functions deploy` does, accepts a module outside `functions/` only if it is the
 * entrypoint, or if a file of the project imports it by a relative path or through the import map.
 */
function isBundled(
  { address, importer, specifier }: Import,
  path: string,
  { projectDir, cwd, npmCache, source }: CheckOptions,
): boolean {
  const isRelative = specifier === undefined || /^\.{1,2}\//.test(specifier);
  const isMapped = source.importMap !== undefined && !/^(?:\/|[a-z]+:)/i.test(specifier ?? "");
  return (
    (isRelative || isMapped) &&
    isProjectModule(projectDir, path) &&
    // Refuse a symbolic link in functions/ that leads to a file outside.
    !contains(cwd, fileURLToPath(address)) &&
    (importer === undefined ||
      (importer.startsWith("file:") && !contains(withoutLinks(npmCache), pathOf(importer))))
  );
}

/**
 * Keeps `deno info` offline, because it has no `--cached-only`: nothing listens at this proxy
 * address. Otherwise, every start would retry modules that could not be fetched.
 */
const OFFLINE = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => {
    const value = name === "NO_PROXY" ? "" : "http://127.0.0.1:1";
    return [name, name.toLowerCase()].map((each) => [each, value]);
  }),
);

async function readGraph(options: CheckOptions): Promise<z.infer<typeof moduleGraph>> {
  const { source, imports } = options;
  // List packages only if there is a package.json, which may map a name to a local folder.
  const packages = usesPackageJson(source) ? [] : ["--no-npm"];
  const flags = ["--json", ...packages, ...DENO_FLAGS, ...imports];
  // `deno info` searches for package.json in its working folder, `deno run` in the entrypoint's
  // folder.
  const environment = { ...options.environment, ...OFFLINE };
  const call = { ...options, environment, cwd: dirname(source.entrypoint) };
  try {
    return moduleGraph.parse(
      JSON.parse(await callDeno(call, ["info", ...flags, source.entrypoint])),
    );
  } catch (cause) {
    options.signal?.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BootError(`Deno cannot list its imports: ${reason.trim()}`);
  }
}

function pathOf(address: string): string {
  try {
    return withoutLinks(fileURLToPath(address));
  } catch {
    // The URL has no valid path. The root folder is never allowed, so the import is refused.
    return sep;
  }
}

function nameOf(importer: string, cwd: string): string {
  if (importer.startsWith("data:")) return "a data: address";
  return importer.startsWith("file:") ? relative(cwd, fileURLToPath(importer)) : importer;
}

function explain(name: string, path: string, importer: string | undefined): string {
  const what = importer === undefined ? `its entrypoint is ${path}` : `${importer} imports ${path}`;
  return (
    `Function ${name} cannot be loaded: ${what}, which is outside functions/. Move the file into ` +
    "functions/, for example into functions/_shared. From outside functions/, a function may " +
    "import only types, and modules that it names by a relative path or through an import map"
  );
}
