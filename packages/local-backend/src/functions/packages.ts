import { execFile } from "node:child_process";
import { type FunctionSource, importMapOptions } from "./sources.ts";

interface FetchOptions {
  /** Path of the Deno binary. */
  deno: string;
  source: FunctionSource;
  environment: Record<string, string>;
  /** `supabase/functions`: Deno's working folder. */
  cwd: string;
  /** Aborted when the backend stops. */
  signal: AbortSignal;
}

/** The packages of a function could not be had; the message says what to do. */
export class PackagesError extends Error {
  override readonly name = "PackagesError";
}

/** Longest wait for the registry, in milliseconds. */
const FETCH_TIMEOUT_MILLISECONDS = 180_000;

/**
 * Brings every package a function imports into Deno's cache, so that it can then run with
 * `--cached-only`: no call ever waits for a registry, and nothing changes between two calls.
 * @throws PackagesError in one sentence for the operator
 */
export function fetchPackages(options: FetchOptions): Promise<void> {
  const { deno, source, environment, cwd, signal } = options;
  const parameters = [
    "cache",
    "--quiet",
    "--node-modules-dir=none",
    ...importMapOptions(source),
    source.entrypoint,
  ];
  return new Promise((resolve, reject) => {
    const child = execFile(
      deno,
      parameters,
      { cwd, env: environment, signal, timeout: FETCH_TIMEOUT_MILLISECONDS, maxBuffer: 16_777_216 },
      (error, _stdout, stderr) => {
        if (error) reject(new PackagesError(explain(source.name, stderr || error.message)));
        else resolve();
      },
    );
    child.stdin?.end();
  });
}

function explain(name: string, output: string): string {
  const said = output.split("\n").find((line) => /\berror\b/i.test(line)) ?? "no reason given";
  const reason = said.replace(/^error:\s*/i, "").trim();
  if (/SyntaxError|Module not found|not a dependency|not found in/i.test(said)) {
    return `Function ${name} cannot be loaded: ${reason}`;
  }
  return (
    `The packages of function ${name} could not be fetched: ${reason}. Check the network ` +
    "(NPM_CONFIG_REGISTRY, HTTPS_PROXY and DENO_TLS_CA_STORE are honoured); the next call tries again."
  );
}
