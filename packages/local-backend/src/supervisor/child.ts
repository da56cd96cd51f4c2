import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { LocalBackendError } from "../config/errors.ts";
import { CappedLog } from "./capped-log.ts";

export interface ChildOptions {
  name: string;
  command: string;
  args: readonly string[];
  /** The complete environment: the child inherits no variables. */
  env: NodeJS.Dict<string>;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** If undefined, only the last lines of the output are kept, in memory. */
  logFile?: string;
  stopSignal: NodeJS.Signals;
  stopTimeoutMs: number;
  track(name: string, pid: number): () => void;
  onCrash?(): void;
}

export class Child {
  readonly log: CappedLog;
  /** Called when the child exits without a call of `stop()`. Set this after the child is ready. */
  onCrash: () => void;
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  #isStopping = false;
  #untrack: () => void = () => undefined;
  #outputEnd: Promise<unknown> = Promise.resolve();

  constructor(options: ChildOptions) {
    this.#options = options;
    this.onCrash = options.onCrash ?? (() => undefined);
    this.log = new CappedLog(options.logFile);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get isRunning(): boolean {
    const child = this.#process;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** False if the process is running or was killed by a signal. */
  get hasExited(): boolean {
    // The exit code is negative if Node could not start the process.
    return (this.#process?.exitCode ?? -1) >= 0;
  }

  /** Resolves when `log` contains all of the output. */
  get outputEnd(): Promise<unknown> {
    return this.#outputEnd;
  }

  start(): void {
    const { name, command, args, env, cwd, uid, gid, track } = this.#options;
    this.#isStopping = false;
    const child = spawn(command, args, {
      // Next's types declare NODE_ENV as required.
      env: env as NodeJS.ProcessEnv,
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
      stdio: ["ignore", "pipe", "pipe"],
      // In its own process group, a child does not receive Ctrl-C, so that the backend can stop its
      // children in order.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#process = child;
    this.#outputEnd = new Promise((resolve) => child.once("close", resolve));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => this.log.write(text));
    }
    if (child.pid !== undefined) this.#untrack = track(name, child.pid);
    const onEnd = () => {
      if (this.#process !== child) return;
      this.#untrack();
      if (!this.#isStopping) this.onCrash();
    };
    child.once("exit", onEnd);
    child.once("error", (error) => {
      this.log.write(`${error.message}\n`);
      if (child.pid === undefined) onEnd();
    });
  }

  async stop(timeoutMs: number = this.#options.stopTimeoutMs): Promise<void> {
    this.#isStopping = true;
    const child = this.#process;
    if (!child || !this.isRunning || child.pid === undefined) return;
    const ended = once(child, "exit");
    child.kill(this.#options.stopSignal);
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    await ended;
    clearTimeout(timer);
  }

  failure(what: string): LocalBackendError {
    const lastLine = this.log.tail().at(-1);
    const detail = lastLine === undefined ? "" : ` Its last output: ${lastLine}`;
    return new LocalBackendError("child_failed", `${this.#options.name} ${what}.${detail}`);
  }
}
