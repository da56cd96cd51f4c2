export interface Listener {
  url: string;
  close(): Promise<void>;
}

/**
 * @param createFetch called with the URL before the first request
 * @param port 0 selects a free port
 */
export type Listen = (
  createFetch: (url: string) => typeof fetch,
  port: number,
) => Promise<Listener>;
