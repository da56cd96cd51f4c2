import { FIRST_WAIT_MILLISECONDS, MAX_WAIT_MILLISECONDS, whenBack } from "@/lib/http/reachable";

export type WhenBack = (onReturn: () => void, firstWait: number) => () => void;

export type Retry = {
  /**
   * Plans a retry after a failure. The waits double up to a minute until `succeed` is called,
   * because a reachable server may fail again.
   * @param minimum the shortest wait in milliseconds, as the server requested
   */
  wait: (minimum?: number) => void;
  succeed: () => void;
  rest: () => void;
};

export function createRetry(run: () => void, ask: WhenBack = whenBack): Retry {
  let tries = 0;
  let stop: (() => void) | undefined;
  return {
    wait: (minimum = 0) => {
      const pause = Math.min(FIRST_WAIT_MILLISECONDS * 2 ** tries, MAX_WAIT_MILLISECONDS);
      stop ??= ask(
        () => {
          stop = undefined;
          tries += 1;
          run();
        },
        Math.max(pause, minimum),
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
