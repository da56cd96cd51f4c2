import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { LocalBackendError } from "../config/errors.ts";
import { CappedLog } from "./capped-log.ts";

export interface ChildOptions {
  /** For messages and the lock file. */
  name: string;
  command: string;
  args: readonly string[];
  /** The full environment: no variable is inherited. */
  env: NodeJS.Dict<string>;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Without a log file, only the last lines are kept, in memory. */
  logFile?: string;
  stopSignal: NodeJS.Signals;
  /** Between the stop signal and SIGKILL. */
  stopTimeoutMs: number;
  /** Records a pid. Returns a function that removes it. */
  track(name: string, pid: number): () => void;
  /** Initial value of `Child.onCrash`. */
  onCrash?(): void;
}

export class Child {
  readonly log: CappedLog;
  /** Called when the child exits without `stop()`. Set it once the child is ready. */
  onCrash: () => void;
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  #isStopping = false;
  #untrack: () => void = () => undefined;

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

  /** Does not wait until the process is ready. */
  start(): void {
    const { name, command, args, env, cwd, uid, gid, track } = this.#options;
    this.#isStopping = false;
    const child = spawn(command, args, {
      // A program that also loads the types of Next must name NODE_ENV.
      env: env as NodeJS.ProcessEnv,
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
      stdio: ["ignore", "pipe", "pipe"],
      // A separate process group: Ctrl-C reaches only the backend, which stops children in order.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#process = child;
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

  /** @param timeoutMs between the stop signal and SIGKILL. Default: the option `stopTimeoutMs`. */
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

  /** Includes the end of the child's output. */
  failure(what: string): LocalBackendError {
    const said = this.log.tail().at(-1);
    const detail = said === undefined ? "" : ` It said: ${said}`;
    return new LocalBackendError("child_failed", `${this.#options.name} ${what}.${detail}`);
  }
}
