import { FIRST_WAIT_MILLISECONDS, LONGEST_WAIT_MILLISECONDS, whenBack } from "@/lib/http/reachable";

export type WhenBack = (onReturn: () => void, firstWait: number) => () => void;

export type Retry = {
  /**
   * Call it after a failure. Retries once the server can be reached. A reachable server may fail
   * again, so the waits double up to a minute until `succeed`.
   * @param least milliseconds that the server asked to wait
   */
  wait: (least?: number) => void;
  /** Call it after a success. Resets the wait. */
  succeed: () => void;
  rest: () => void;
};

/** Several failures before one retry cause only one run. */
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
