export interface KeptChild {
  name: string;
  /** The child. `onCrash` is called if the child exits without being stopped by the backend. */
  process: { onCrash: () => void; failure(what: string): Error };
  /**
   * Returns the reason if the child ended because of a temporary problem, such as a full disk. The
   * backend does not count this end as a crash, and `restart` waits until the problem is solved.
   */
  excuse?(): string | undefined;
  /** Restarts the child and waits until it is ready. */
  restart(): Promise<void>;
}

interface KeepAliveOptions {
  children: readonly KeptChild[];
  log(line: string): void;
  stop(): Promise<void>;
}

/**
 * Restarts each child after its first crash. After a second crash of the same child, or after a
 * failed restart, stops the backend.
 * @returns a promise that resolves with the reason after the backend has stopped
 */
export function keepAlive({ children, log, stop }: KeepAliveOptions): Promise<Error> {
  return new Promise((resolve) => {
    let hasGivenUp = false;
    for (const { name, process, excuse, restart } of children) {
      const giveUp = async (what: string) => {
        if (hasGivenUp) return;
        hasGivenUp = true;
        const reason = process.failure(what);
        await stop().catch(() => log("some processes did not stop cleanly"));
        resolve(reason);
      };
      let crashes = 0;
      process.onCrash = () => {
        const reason = excuse?.();
        if (reason === undefined) crashes += 1;
        if (crashes > 1) return void giveUp("crashed twice");
        log(
          `${name} ended${reason === undefined ? " unexpectedly; restarting it" : ` because ${reason}`}`,
        );
        restart().catch(() => giveUp("ended and could not be restarted"));
      };
    }
  });
}
