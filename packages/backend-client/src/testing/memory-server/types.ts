export interface Listener {
  /** Address on this machine, without a path. */
  url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

/**
 * Listens on a free port of 127.0.0.1.
 * @param createFetch called with the address before the first request
 */
export type Listen = (createFetch: (url: string) => typeof fetch) => Promise<Listener>;
