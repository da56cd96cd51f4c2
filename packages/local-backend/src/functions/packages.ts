import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import type { FunctionSource } from "./sources.ts";

interface FetchOptions {
  deno: string;
  source: FunctionSource;
  /** Deno's options for the import map. */
  imports: readonly string[];
  environment: Record<string, string>;
  /** Deno's working folder, `supabase/functions`. */
  cwd: string;
  /** Aborted when the backend stops. */
  signal: AbortSignal;
}

/** The packages cannot be fetched. The message says what to do. */
export class PackagesError extends Error {
  override readonly name = "PackagesError";
  /** If true, the registry failed, which affects all functions. */
  readonly isRegistryFailure: boolean;

  constructor(message: string, isRegistryFailure: boolean) {
    super(message);
    this.isRegistryFailure = isRegistryFailure;
  }
}

const FETCH_TIMEOUT_MILLISECONDS = 180_000;

/**
 * Downloads every package that a function imports, so that Deno can run it with `--cached-only`.
 * With this option, no call waits for a registry, and packages do not change between calls.
 * @throws PackagesError with one sentence for the operator
 */
export function fetchPackages(options: FetchOptions): Promise<void> {
  const { deno, source, imports, environment, cwd, signal } = options;
  // Without `--allow-import`, Deno imports modules from a few hosts only. Hosted Supabase has no
  // such restriction.
  const flags = ["--quiet", "--node-modules-dir=none", "--allow-import", ...imports];
  const parameters = ["cache", ...flags, source.entrypoint];
  return new Promise((resolve, reject) => {
    const child = execFile(
      deno,
      parameters,
      {
        cwd,
        env: environment as NodeJS.ProcessEnv,
        signal,
        timeout: FETCH_TIMEOUT_MILLISECONDS,
        maxBuffer: 16_777_216,
      },
      (error, _stdout, stderr) => {
        if (error) reject(explain(source.name, stderr || error.message));
        else resolve();
      },
    );
    child.stdin?.end();
  });
}

/**
 * Returns the folder where Deno stores npm packages.
 * @throws Error if Deno does not return it
 */
export async function findNpmCache(
  deno: string,
  environment: Record<string, string>,
): Promise<string> {
  const options = { env: environment as NodeJS.ProcessEnv };
  const { stdout } = await promisify(execFile)(deno, ["info", "--json"], options);
  return z.object({ npmCache: z.string() }).parse(JSON.parse(stdout)).npmCache;
}

/** Deno's messages about errors of the function, not of the registry. */
const OWN_MISTAKE =
  /SyntaxError|Module not found|not a dependency|not found in|Failed to resolve the specifier|Could not find npm package/i;

function explain(name: string, output: string): PackagesError {
  const lines = output.split("\n").map((line) => line.trim());
  const said = lines.find((line) => /\berror\b/i.test(line)) ?? "no reason given";
  const reason = said.replace(/^error:\s*/i, "");
  if (OWN_MISTAKE.test(said)) {
    const isFolder = said.includes("after-prefix portion");
    const cure = isFolder ? ". In an import map, write the folder of a package as npm:/…/" : "";
    return new PackagesError(`Function ${name} cannot be loaded: ${reason}${cure}`, false);
  }
  // Deno prints the causes of a network error, numbered from 0.
  const cause = lines.find((line) => line.startsWith("0: "))?.slice(3);
  return new PackagesError(
    `The packages of function ${name} could not be fetched: ${reason}` +
      `${cause === undefined || reason.includes(cause) ? "" : ` (${cause})`}. Check the network ` +
      "and call the function again. The download uses NPM_CONFIG_REGISTRY, HTTPS_PROXY and DENO_TLS_CA_STORE.",
    true,
  );
}
