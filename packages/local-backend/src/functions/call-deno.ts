import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface DenoCall {
  deno: string;
  environment: Record<string, string>;
  cwd: string;
  signal?: AbortSignal;
}

const TIMEOUT_MILLISECONDS = 180_000;

/** @throws Error whose message is Deno's stderr, or Node's error if stderr is empty */
export async function callDeno(call: DenoCall, parameters: readonly string[]): Promise<string> {
  const { deno, environment, cwd, signal } = call;
  const running = promisify(execFile)(deno, parameters, {
    env: environment as NodeJS.ProcessEnv,
    cwd,
    signal,
    timeout: TIMEOUT_MILLISECONDS,
    maxBuffer: 67_108_864,
  });
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (cause) {
    const output = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : "";
    throw output === "" ? cause : new Error(output, { cause });
  }
}
