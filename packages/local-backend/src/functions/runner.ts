import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { denoEnvironment, withoutSettings } from "./environment.ts";
import { checkImports } from "./imports.ts";
import { Loading, StoppedError } from "./loading.ts";
import { PackagesError } from "./packages.ts";
import { Preparation, type PreparationOptions } from "./preparation.ts";
import { type SetTimer, setRealTimer } from "./schedules.ts";
import { type FunctionSource, fingerprint, folderFingerprint, usesPackageJson } from "./sources.ts";
import { BootError, LastingBootError, Worker } from "./worker.ts";

interface RunnerOptions extends PreparationOptions {
  tmpDir: string;
  environment(): Promise<Record<string, string>>;
  /** When this text changes, the function's next call starts a new worker. */
  environmentVersion(): string;
  trackChild(name: string, pid: number): () => void;
  setTimer?: SetTimer;
}

export interface Lease {
  worker: Worker;
  /** Call this after the response has been sent. */
  release(): void;
  discard(): void;
}

interface Slot {
  version: string;
  starting: Promise<Worker>;
  loading: Loading;
  calls: number;
  isRetired: boolean;
  cancelIdle(): void;
}

const IDLE_MILLISECONDS = 600_000;

export class FunctionRunner {
  readonly #options: RunnerOptions;
  readonly #setTimer: SetTimer;
  readonly #slots = new Map<string, Slot>();
  readonly #stopping = new Map<Promise<void>, Slot>();
  readonly #preparation: Preparation;
  /**
   * Functions that failed to start. The runner retries only after a reset or a change of files or
   * environment.
   */
  readonly #broken = new Map<string, { state: string; error: LastingBootError }>();
  /** Last logged error per function, so that repeated calls do not log the same error again. */
  readonly #said = new Map<string, string>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#setTimer = options.setTimer ?? setRealTimer;
    this.#preparation = new Preparation(options, this.#setTimer);
  }

  /**
   * Logs errors instead of throwing them, because the function's next call retries the download.
   */
  async prepare(sources: FunctionSource[]): Promise<void> {
    for (const source of sources) {
      try {
        await this.#preparation.prepare(source, fingerprint(this.#options.projectDir, source));
      } catch (cause) {
        if (this.#preparation.isAborted || !(cause instanceof Error)) return;
        this.#say(source.name, cause.message);
      }
    }
  }

  async lend(source: FunctionSource): Promise<Lease> {
    const sourceFingerprint = fingerprint(this.#options.projectDir, source);
    const version = `${this.#options.environmentVersion()}\n${sourceFingerprint}`;
    let slot = this.#slots.get(source.name);
    while (slot && (slot.version !== version || !(await isUsable(slot)) || slot.isRetired)) {
      this.#retire(source.name, slot);
      slot = this.#slots.get(source.name);
    }
    if (!slot) {
      slot = this.#open(source, sourceFingerprint, version);
    }
    const lent = slot;
    lent.calls += 1;
    lent.cancelIdle();
    try {
      return {
        worker: await Promise.race([lent.starting, lent.loading.late]),
        release: once(() => this.#release(source.name, lent)),
        discard: () => this.#retire(source.name, lent, "now"),
      };
    } catch (cause) {
      lent.calls -= 1;
      throw cause;
    }
  }

  #open(source: FunctionSource, sourceFingerprint: string, version: string): Slot {
    const { name } = source;
    const loading = new Loading();
    const starting = this.#start(source, { sourceFingerprint, version }, loading);
    const slot: Slot = {
      ...{ version, starting, loading, calls: 0, isRetired: false },
      cancelIdle: () => {},
    };
    this.#slots.set(name, slot);
    starting.then(
      // All callers may have given up before the worker started.
      () => slot.calls === 0 && this.#rest(name, slot),
      () => this.#slots.get(name) === slot && this.#slots.delete(name),
    );
    return slot;
  }

  async reset(): Promise<void> {
    this.#broken.clear();
    for (const slot of [...this.#stopping.values()]) this.#stopSlot(slot, "now");
    for (const [name, slot] of this.#slots) this.#retire(name, slot, "now");
    await Promise.all(this.#stopping.keys());
  }

  async stop(): Promise<void> {
    this.#preparation.abort();
    await this.reset();
    await this.#preparation.settle();
  }

  #release(name: string, slot: Slot): void {
    slot.calls -= 1;
    if (slot.calls === 0) this.#rest(name, slot);
  }

  #rest(name: string, slot: Slot): void {
    if (slot.isRetired) this.#stopSlot(slot, "idle");
    else slot.cancelIdle = this.#setTimer(() => this.#retire(name, slot), IDLE_MILLISECONDS);
  }

  #retire(name: string, slot: Slot, when: "idle" | "now" = "idle"): void {
    slot.isRetired = true;
    slot.cancelIdle();
    if (this.#slots.get(name) === slot) this.#slots.delete(name);
    if (slot.calls === 0 || when === "now") this.#stopSlot(slot, when);
  }

  #stopSlot(slot: Slot, when: "idle" | "now"): void {
    slot.loading.stop();
    const stopping = slot.starting
      .then((worker) => (when === "now" ? worker.stop() : worker.finish()))
      // The callers have already received this error.
      .catch(() => undefined)
      .finally(() => this.#stopping.delete(stopping));
    this.#stopping.set(stopping, slot);
  }

  async #start(
    source: FunctionSource,
    { sourceFingerprint, version }: { sourceFingerprint: string; version: string },
    loading: Loading,
  ): Promise<Worker> {
    const { projectDir, logDir, tmpDir, inherited, trackChild } = this.#options;
    const broken = this.#broken.get(source.name);
    const state = `${version}\n${folderFingerprint(projectDir)}`;
    if (broken?.state === state) throw broken.error;
    const logFile = join(logDir, `${source.name}.log`);
    try {
      await this.#preparation.prepare(source, sourceFingerprint);
      const deno = await this.#preparation.requireDeno();
      mkdirSync(logDir, { recursive: true, mode: 0o700 });
      const { denoDir, npmCache } = await this.#preparation.findCache(deno);
      const environment = {
        ...denoEnvironment(inherited, usesPackageJson(source)),
        ...withoutSettings(await this.#options.environment()),
        // The function's variables may change the home folder, which contains Deno's cache by
        // default.
        DENO_DIR: denoDir,
      };
      const cwd = join(projectDir, "functions");
      const imports = this.#preparation.importOptions(source);
      const { signal } = loading;
      const cancelLimits = loading.limit(this.#setTimer, (error) =>
        this.#sayFailure(source.name, error, logFile),
      );
      const load = async () => {
        await checkImports({
          ...{ deno, source, imports, environment, cwd, npmCache, signal, projectDir },
        });
        return Worker.start({
          ...{ deno, source, imports, environment, cwd, npmCache, logFile, trackChild, signal },
          tmpDir: join(tmpDir, source.name),
        });
      };
      const worker = await load().finally(cancelLimits);
      this.#said.delete(source.name);
      return worker;
    } catch (cause) {
      if (cause instanceof LastingBootError) {
        this.#broken.set(source.name, { state, error: cause });
      }
      if (cause instanceof PackagesError) this.#say(source.name, cause.message);
      if (cause instanceof BootError && !(cause instanceof StoppedError)) {
        this.#sayFailure(source.name, cause, logFile);
      }
      throw cause;
    }
  }

  #sayFailure(name: string, { message }: BootError, logFile: string): void {
    this.#say(name, `Function ${name} did not start: ${message}. Its log: ${logFile}`);
  }

  #say(name: string, line: string): void {
    if (this.#said.get(name) === line) return;
    this.#said.set(name, line);
    this.#options.log(line);
  }
}

/**
 * A worker that is still loading is usable. Otherwise, every call of a slow module would start
 * another worker.
 */
function isUsable({ starting, loading }: Slot): Promise<boolean> {
  return Promise.race([
    starting.then(
      (worker) => worker.isAlive,
      () => false,
    ),
    loading.late.catch(() => true),
  ]);
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}
