import { join } from "node:path";
import { LocalBackendError } from "../config/errors.ts";
import { findBinary } from "../supervisor/binaries.ts";
import { denoEnvironment } from "./environment.ts";
import { ImportMapError, importOptions } from "./import-map.ts";
import { type CacheFolders, fetchPackages, findCache, PackagesError } from "./packages.ts";
import type { SetTimer } from "./schedules.ts";
import { type FunctionSource, usesPackageJson } from "./sources.ts";
import { BootError } from "./worker.ts";

export interface PreparationOptions {
  projectDir: string;
  logDir: string;
  inherited: NodeJS.ProcessEnv;
  log(line: string): void;
}

/**
 * A fetch is logged if it takes longer than this. With cached packages, a fetch takes about 0.2 s.
 */
const SILENT_MILLISECONDS = 1_500;

export class Preparation {
  readonly #options: PreparationOptions;
  readonly #setTimer: SetTimer;
  readonly #prepared = new Map<string, { fingerprint: string; done: Promise<void> }>();
  readonly #abort = new AbortController();
  #deno: Promise<string> | undefined;
  #cache: Promise<CacheFolders> | undefined;
  #fetching: Promise<void> = Promise.resolve();
  #hasAnnounced = false;

  constructor(options: PreparationOptions, setTimer: SetTimer) {
    this.#options = options;
    this.#setTimer = setTimer;
  }

  get isAborted(): boolean {
    return this.#abort.signal.aborted;
  }

  abort(): void {
    this.#abort.abort();
  }

  async settle(): Promise<void> {
    await this.#fetching.catch(() => undefined);
  }

  prepare(source: FunctionSource, fingerprint: string): Promise<void> {
    const known = this.#prepared.get(source.name);
    if (known?.fingerprint === fingerprint) return known.done;
    // Fetch for one function at a time, because concurrent fetches would write the same deno.lock.
    const done = this.#fetching.catch(() => undefined).then(() => this.#fetch(source));
    this.#fetching = done;
    const entry = { fingerprint, done };
    this.#prepared.set(source.name, entry);
    done.catch(() => {
      if (this.#prepared.get(source.name) === entry) this.#prepared.delete(source.name);
    });
    return done;
  }

  importOptions(source: FunctionSource): string[] {
    const { projectDir, logDir } = this.#options;
    try {
      return importOptions(source, { projectDir, folder: join(logDir, "imports", source.name) });
    } catch (cause) {
      if (!(cause instanceof ImportMapError)) throw cause;
      throw new PackagesError(`Function ${source.name} cannot be loaded: ${cause.message}`);
    }
  }

  findCache(deno: string): Promise<CacheFolders> {
    this.#cache ??= findCache({
      deno,
      environment: denoEnvironment(this.#options.inherited),
      cwd: join(this.#options.projectDir, "functions"),
    }).catch((cause) => {
      this.#cache = undefined;
      throw new BootError(`Deno did not report the folder of its package cache: ${cause.message}`);
    });
    return this.#cache;
  }

  async requireDeno(): Promise<string> {
    this.#deno ??= findBinary("deno", this.#options.inherited).then(
      (binary) => binary.path,
      (cause) => {
        this.#deno = undefined;
        throw cause instanceof LocalBackendError ? new BootError(cause.message) : cause;
      },
    );
    const deno = await this.#deno;
    if (this.isAborted) throw new BootError("the backend is stopping");
    return deno;
  }

  async #fetch(source: FunctionSource): Promise<void> {
    const deno = await this.requireDeno();
    const cancel = this.#setTimer(() => {
      if (this.#hasAnnounced) return;
      this.#hasAnnounced = true;
      this.#options.log("Fetching the packages of the Edge functions…");
    }, SILENT_MILLISECONDS);
    await fetchPackages({
      deno,
      source,
      imports: this.importOptions(source),
      environment: denoEnvironment(this.#options.inherited, usesPackageJson(source)),
      cwd: join(this.#options.projectDir, "functions"),
      signal: this.#abort.signal,
    }).finally(cancel);
  }
}
