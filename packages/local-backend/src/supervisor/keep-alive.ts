import type { LocalBackendError } from "../errors.ts";
import type { Child } from "./child.ts";

interface KeptChild {
  name: string;
  child(): Child;
  /** Starts it again and waits until it is ready. */
  restart(): Promise<void>;
}

interface KeepAliveOptions {
  children: readonly KeptChild[];
  log(line: string): void;
  stop(): Promise<void>;
}

/**
 * Restarts each child that ends by itself, once. The second end stops the backend.
 * @returns resolves with the reason when the backend gave up
 */
export function keepAlive(options: KeepAliveOptions): Promise<LocalBackendError> {
  return new Promise((resolve) => {
    for (const { name, child, restart } of options.children) {
      let crashes = 0;
      const giveUp = async () => {
        const reason = child().failure("ended twice");
        options.log(reason.message);
        await options.stop();
        resolve(reason);
      };
      const watch = () => {
        child().onCrash = () => {
          crashes += 1;
          if (crashes > 1) return void giveUp();
          options.log(`${name} ended by itself and is started again`);
          restart().then(watch, giveUp);
        };
      };
      watch();
    }
  });
}
