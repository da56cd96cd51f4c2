import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { LocalBackendError } from "../config/errors.ts";
import { CappedLog } from "./capped-log.ts";

/** How a child process is started and ended. */
export interface ChildOptions {
  /** Name in messages and in the lock file. */
  name: string;
  command: string;
  args: readonly string[];
  /** The whole environment: nothing is inherited. */
  env: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Absolute path of the log file; without one only the last lines are kept. */
  logFile?: string;
  stopSignal: NodeJS.Signals;
  /** After this long without an end the child is killed. */
  stopTimeoutMs: number;
  /** Told of each pid; answers the way to forget it. */
  track(name: string, pid: number): () => void;
  /** First value of `Child.onCrash`. */
  onCrash?(): void;
}

/** One supervised child process. */
export class Child {
  readonly log: CappedLog;
  /** Called when the child ends although nobody asked it to; set once it is ready. */
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

  /** Starts the process. Being started is not being ready: the caller asks the child itself. */
  start(): void {
    const { name, command, args, env, cwd, uid, gid, track } = this.#options;
    this.#isStopping = false;
    const child = spawn(command, args, {
      env,
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
      stdio: ["ignore", "pipe", "pipe"],
      // Its own process group: Ctrl-C reaches us alone, and we decide the order of the ends.
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

  /** Ends the process: its own stop signal first, SIGKILL when time is up. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#process;
    if (!child || !this.isRunning || child.pid === undefined) return;
    const ended = once(child, "exit");
    child.kill(this.#options.stopSignal);
    const timer = setTimeout(() => child.kill("SIGKILL"), this.#options.stopTimeoutMs);
    await ended;
    clearTimeout(timer);
  }

  /** The error for a child that did not become ready, with the last thing it said. */
  failure(what: string): LocalBackendError {
    const said = this.log.tail().at(-1);
    const detail = said === undefined ? "" : ` It said: ${said}`;
    return new LocalBackendError("child_failed", `${this.#options.name} ${what}.${detail}`);
  }
}
