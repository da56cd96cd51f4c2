export interface Listener {
  /** Address on this machine, without a path. */
  url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1.
 * @param createFetch called with the address before the first request
 * @param port 0 chooses a free one
 */
export type Listen = (
  createFetch: (url: string) => typeof fetch,
  port: number,
) => Promise<Listener>;
