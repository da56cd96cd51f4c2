import { FIRST_WAIT_MILLISECONDS, LONGEST_WAIT_MILLISECONDS, whenBack } from "@/lib/http/reachable";

/**
 * Calls back once the server can be reached, after a first wait. Returns a function that stops it.
 */
export type WhenBack = (onReturn: () => void, firstWait: number) => () => void;

/** Retries after a temporary failure. */
export type Retry = {
  /**
   * Call after a failure: retries once the server can be reached. A reachable server may still
   * fail, so the waits double up to a minute until `succeed`.
   * @param least milliseconds that the server asked to wait
   */
  wait: (least?: number) => void;
  /** Call after a success: the next wait is short again. */
  succeed: () => void;
  /** Cancels the pending retry. */
  rest: () => void;
};

/** Creates a retry that runs once for all failures in the meantime. */
export function createRetry(run: () => void, ask: WhenBack = whenBack): Retry {
  let tries = 0;
  let stop: (() => void) | undefined;
  return {
    wait: (least = 0) => {
      const pause = Math.min(FIRST_WAIT_MILLISECONDS * 2 ** tries, LONGEST_WAIT_MILLISECONDS);
      stop ??= ask(
        () => {
          stop = undefined;
          tries += 1;
          run();
        },
        Math.max(pause, least),
      );
    },
    succeed: () => {
      tries = 0;
    },
    rest: () => {
      stop?.();
      stop = undefined;
    },
  };
}
