export interface KeptChild {
  name: string;
  /** The child. `onCrash` is called when the child exits although the backend did not stop it. */
  process: { onCrash: () => void; failure(what: string): Error };
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
    for (const { name, process, restart } of children) {
      const giveUp = async (what: string) => {
        if (hasGivenUp) return;
        hasGivenUp = true;
        const reason = process.failure(what);
        await stop().catch(() => log("some processes did not stop cleanly"));
        resolve(reason);
      };
      let crashes = 0;
      process.onCrash = () => {
        crashes += 1;
        if (crashes > 1) return void giveUp("ended twice");
        log(`${name} ended unexpectedly; restarting it`);
        restart().catch(() => giveUp("ended and could not be restarted"));
      };
    }
  });
}
