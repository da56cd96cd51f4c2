import { FIRST_WAIT_MILLISECONDS, LONGEST_WAIT_MILLISECONDS, whenBack } from "@/lib/http/reachable";

/** Calls back once the server can be reached, asked first after a wait; answers how to stop. */
export type WhenBack = (onReturn: () => void, firstWait: number) => () => void;

/** Something that failed for a reason that passes, and is tried again by itself. */
export type Retry = {
  /**
   * It failed: it is tried again once the server can be reached. That alone is no promise, so that
   * the waits double up to a minute while it goes on failing.
   * @param least milliseconds that the server asked to wait
   */
  wait: (least?: number) => void;
  /** It succeeded: the next wait is a short one. */
  succeed: () => void;
  /** Nothing waits any more. */
  rest: () => void;
};

/** Tries something again, once for all that failed meanwhile. */
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
