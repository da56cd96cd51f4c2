export interface Listener {
  url: string;
  close(): Promise<void>;
}

export type Listen = (
  createFetch: (url: string) => typeof fetch,
  port: number,
) => Promise<Listener>;
