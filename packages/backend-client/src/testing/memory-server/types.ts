export interface Listener {
  /** URL on this machine, without a path. */
  url: string;
  /** Closes all connections and the server. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1.
 * @param createFetch called with the URL before the first request
 * @param port 0 selects a free port
 */
export type Listen = (
  createFetch: (url: string) => typeof fetch,
  port: number,
) => Promise<Listener>;
