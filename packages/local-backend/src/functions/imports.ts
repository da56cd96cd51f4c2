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
  /** The folder `supabase/functions`. */
  cwd: string;
  source: FunctionSource;
  /** Deno's options for the import map. */
  imports: readonly string[];
  npmCache: string;
}

/** The part of the output of `deno info --json` that says which module imports which. */
const moduleGraph = z.object({
  roots: z.array(z.string()),
  modules: z.array(
    z.object({
      specifier: z.string(),
      dependencies: z
        .array(
          z.object({
            /** The import as written. */
            specifier: z.string(),
            // Undefined for an import of types only.
            code: z.object({ specifier: z.string().optional() }).optional(),
          }),
        )
        .default([]),
    }),
  ),
  redirects: z.record(z.string(), z.string()).default({}),
});

/** An import of one module by another. The entrypoint has no importer. */
interface Import {
  address: string;
  importer?: string;
  /** The import as written. */
  specifier?: string;
}

/**
 * Checks that a function imports only modules of the project and files that it may read. Deno
 * itself checks only specifiers that are computed at run time. Deno does not check specifiers that
 * are written in the code of the function, of shared files, of modules of other hosts or of `data:`
 * URLs.
 *
 * The check runs at each start of a worker, immediately before it. A function cannot change files
 * in between, because it may only write to its own temporary folder. An npm package cannot import
 * files of other folders, and Deno resolves its imports while it runs, so packages are not checked.
 * @throws PackagesError that names the import; BootError if Deno does not list the imports; the
 * reason of an aborted signal
 */
export async function checkImports(options: CheckOptions): Promise<void> {
  const { source, cwd, npmCache } = options;
  const { roots, modules, redirects } = await readGraph(options);
  const folders = [cwd, npmCache].map(withoutLinks);
  const dependencies = new Map(modules.map((module) => [module.specifier, module.dependencies]));
  const visited = new Set<string>();
  const queue: Import[] = roots.map((address) => ({ address }));
  // The loop also visits the imports that it adds to the queue.
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
 * Returns whether `supabase functions deploy` bundles a file outside `functions/`. The command
 * bundles modules of the project that a file of the project imports by a relative path or by the
 * import map.
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
    // The file is outside functions/, so a URL in functions/ is the path of a link to the file.
    !contains(cwd, fileURLToPath(address)) &&
    (importer === undefined ||
      (importer.startsWith("file:") && !contains(withoutLinks(npmCache), pathOf(importer))))
  );
}

/**
 * Environment variables that keep Deno off the network: nothing listens on the port of this proxy.
 * `deno info` has no `--cached-only`, so at every start it would try again to fetch a module that
 * could not be fetched. The worker cannot load a module that is not in the cache either.
 */
const OFFLINE = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => {
    const value = name === "NO_PROXY" ? "" : "http://127.0.0.1:1";
    return [name, name.toLowerCase()].map((each) => [each, value]);
  }),
);

/**
 * Returns the modules that the function imports, as `deno info` lists them.
 * @throws BootError, or the reason of an aborted signal
 */
async function readGraph(options: CheckOptions): Promise<z.infer<typeof moduleGraph>> {
  const { source, imports } = options;
  // Skip npm packages, so that Deno needs no registry. If the function has a package.json, include
  // them, because package.json may map a package name to a folder on this machine.
  const packages = usesPackageJson(source) ? [] : ["--no-npm"];
  const flags = ["--json", ...packages, ...DENO_FLAGS, ...imports];
  // `deno info` searches for a package.json from its working folder upward, but `deno run` searches
  // from the folder of the entrypoint upward.
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

/** Returns the path of a file without links. */
function pathOf(address: string): string {
  try {
    return withoutLinks(fileURLToPath(address));
  } catch {
    // The URL names no path, for example because it contains a host. Return the root folder, which
    // is in none of the allowed folders.
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
