import type { SetTimer } from "./schedules.ts";
import { BootError, LastingBootError } from "./worker.ts";

/** Maximum time that a call waits for a module to load. Deno itself needs about 0.1 s. */
const PATIENCE_MILLISECONDS = 15_000;
/** Wall-clock limit of hosted Supabase, which includes loading. */
const LIMIT_MILLISECONDS = 150_000;

const stillLoading = (milliseconds: number) =>
  `it was still loading after ${milliseconds / 1000} seconds`;

/**
 * Limits how long calls wait for a function's module. A slow module continues to load after its
 * first call has failed, so a later call may succeed.
 */
export class Loading {
  readonly #end = new AbortController();
  #reject: (error: BootError) => void = () => undefined;
  /** Rejects with the error for the callers when they have waited too long for the module. */
  readonly late = new Promise<never>((_resolve, reject) => {
    this.#reject = reject;
  });

  constructor() {
    this.late.catch(() => undefined);
  }

  /**
   * Aborts when the worker's process must end. The start of the worker then throws the signal's
   * reason.
   */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /**
   * Starts the time limits of the calls and of the process. Returns a function that cancels them.
   */
  limit(setTimer: SetTimer, onLate: (error: BootError) => void): () => void {
    const cancelPatience = setTimer(() => {
      const error = new BootError(stillLoading(PATIENCE_MILLISECONDS));
      this.#reject(error);
      onLate(error);
    }, PATIENCE_MILLISECONDS);
    const cancelLimit = setTimer(
      () => this.#end.abort(new LastingBootError(stillLoading(LIMIT_MILLISECONDS))),
      LIMIT_MILLISECONDS,
    );
    return () => {
      cancelPatience();
      cancelLimit();
    };
  }

  /** Ends the process if it is still loading. */
  stop(): void {
    this.#end.abort(new StoppedError("it was stopped while it was loading"));
  }
}

/**
 * The error if the backend stopped the process while it was loading. In this case, the function
 * itself has no error.
 */
export class StoppedError extends BootError {}
