import type { SetTimer } from "./schedules.ts";
import { BootError, LastingBootError } from "./worker.ts";

/** A call fails if the module still loads after this time. Deno itself starts in about 0.1 s. */
const PATIENCE_MILLISECONDS = 15_000;
/** Wall-clock limit of hosted Supabase, including the time to load. */
const LIMIT_MILLISECONDS = 150_000;

const stillLoading = (milliseconds: number) =>
  `it was still loading after ${milliseconds / 1000} seconds`;

/**
 * A slow module continues to load after its first call failed, so that a later call may succeed.
 */
export class Loading {
  readonly #end = new AbortController();
  #reject: (error: BootError) => void = () => undefined;
  readonly late = new Promise<never>((_resolve, reject) => {
    this.#reject = reject;
  });

  constructor() {
    this.late.catch(() => undefined);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

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

  stop(): void {
    this.#end.abort(new StoppedError("it was stopped while it was loading"));
  }
}

/** The backend stopped the process. The function itself has no error. */
export class StoppedError extends BootError {}
