import { z } from "zod";
import { callDeno, type DenoCall } from "./call-deno.ts";
import type { FunctionSource } from "./sources.ts";

interface FetchOptions extends DenoCall {
  source: FunctionSource;
  imports: readonly string[];
}

export class PackagesError extends Error {
  override readonly name = "PackagesError";
}

export const DENO_FLAGS: readonly string[] = [
  "--node-modules-dir=none",
  // A vendor folder may contain links to files that the function may not read.
  "--vendor=false",
  // By default, Deno imports from a few hosts only. Hosted Supabase has no such restriction.
  "--allow-import",
];

/** Call this before the function starts, because Deno runs it with `--cached-only`. */
export async function fetchPackages(options: FetchOptions): Promise<void> {
  const { source, imports } = options;
  try {
    await callDeno(options, ["cache", "--quiet", ...DENO_FLAGS, ...imports, source.entrypoint]);
  } catch (cause) {
    throw explain(source.name, cause instanceof Error ? cause.message : String(cause));
  }
}

const cacheFolders = z.object({ denoDir: z.string(), npmCache: z.string() });

export type CacheFolders = z.infer<typeof cacheFolders>;

export async function findCache(call: DenoCall): Promise<CacheFolders> {
  return cacheFolders.parse(JSON.parse(await callDeno(call, ["info", "--json"])));
}

/** Deno's messages about errors in the function's code. Other messages are about network errors. */
const OWN_MISTAKE = new RegExp(
  [
    ...["SyntaxError", "Module not found", "not a dependency", "not found in"],
    ...["Failed to resolve the specifier", "Could not find npm package"],
    ...["npm package '[^']*' does not exist", "JSR package not found", "Could not find version of"],
  ].join("|"),
  "i",
);

function explain(name: string, output: string): PackagesError {
  const lines = output.split("\n").map((line) => line.trim());
  const errorLine = lines.find((line) => /\berror\b/i.test(line)) ?? "no reason given";
  const reason = errorLine.replace(/^error:\s*|\.$/gi, "");
  if (OWN_MISTAKE.test(errorLine)) {
    const isFolder = errorLine.includes("after-prefix portion");
    const cure = isFolder ? ". In an import map, write the folder of a package as npm:/…/" : "";
    return new PackagesError(`Function ${name} cannot be loaded: ${reason}${cure}`);
  }
  // Deno numbers the causes of a network error from 0.
  const cause = lines.find((line) => line.startsWith("0: "))?.slice(3);
  return new PackagesError(
    `The packages of function ${name} could not be fetched: ${reason}` +
      `${cause === undefined || reason.includes(cause) ? "" : ` (${cause})`}. Check the network ` +
      "and call the function again. The download uses NPM_CONFIG_REGISTRY, HTTPS_PROXY and DENO_TLS_CA_STORE.",
  );
}
