export interface KeptChild {
  name: string;
  process: { onCrash: () => void; failure(what: string): Error };
  /**
   * Returns the reason if a temporary problem, such as a full disk, ended the child. The end then
   * does not count as a crash, and `restart` waits until the problem is solved.
   */
  excuse?(): string | undefined;
  restart(): Promise<void>;
}

interface KeepAliveOptions {
  children: readonly KeptChild[];
  log(line: string): void;
  stop(): Promise<void>;
}

/**
 * Restarts children that crash. After a second crash of the same child or a failed restart, stops
 * the backend and resolves with the reason.
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
