import type { Database } from "../database/database.ts";

interface QueueOptions {
  database: Database;
  log(line: string): void;
  fetch?: typeof fetch;
}

interface QueuedRequest {
  id: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | null;
  timeout_milliseconds: number;
}

interface Outcome {
  status?: number;
  contentType?: string | null;
  headers?: Record<string, string>;
  content?: string;
  isTimeout: boolean;
  error?: string;
}

/** Requests per query. Corresponds to `pg_net.batch_size`, whose default is 200. */
const BATCH = 50;

/** Sends the requests that SQL functions such as `net.http_post` queue, after the commit. */
export class HttpQueue {
  readonly #options: QueueOptions;
  readonly #underway = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #unlisten: (() => Promise<void>) | undefined;
  #draining: Promise<void> = Promise.resolve();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#options.database.listen("local_backend_http", () => this.drain());
    this.drain();
  }

  drain(): void {
    this.#draining = this.#draining
      .then(() => this.#take())
      .catch(() => {
        if (!this.#abort.signal.aborted)
          this.#options.log("schedules: the HTTP queue cannot be read");
      });
  }

  async stop(): Promise<void> {
    await this.#unlisten?.();
    this.#abort.abort();
    await this.#draining;
    await Promise.all(this.#underway);
  }

  async #take(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      const requests = await this.#options.database.query<QueuedRequest>(
        `delete from net.http_request_queue where id in (
           select id from net.http_request_queue order by id limit $1 for update skip locked)
         returning id::text, method, url, headers, body, timeout_milliseconds`,
        [BATCH],
      );
      if (requests.length === 0) return;
      for (const request of requests) {
        const sending = this.#send(request).finally(() => this.#underway.delete(sending));
        this.#underway.add(sending);
      }
    }
  }

  async #send(request: QueuedRequest): Promise<void> {
    const outcome = await this.#fetch(request);
    await this.#options.database
      .query(
        `with old as (delete from net._http_response where created < now() - interval '6 hours')
         insert into net._http_response
           (id, status_code, content_type, headers, content, timed_out, error_msg)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          request.id,
          outcome.status ?? null,
          outcome.contentType ?? null,
          JSON.stringify(outcome.headers ?? null),
          outcome.content ?? null,
          outcome.isTimeout,
          outcome.error ?? null,
        ],
      )
      // The response is lost if the database is stopping.
      .catch(() => undefined);
  }

  async #fetch(request: QueuedRequest): Promise<Outcome> {
    const timeout = AbortSignal.timeout(request.timeout_milliseconds);
    try {
      const response = await (this.#options.fetch ?? fetch)(request.url, {
        method: request.method,
        headers: request.headers,
        body: request.body === null ? null : new Uint8Array(request.body),
        signal: AbortSignal.any([timeout, this.#abort.signal]),
      });
      return {
        status: response.status,
        contentType: response.headers.get("content-type"),
        headers: Object.fromEntries(response.headers),
        content: await response.text(),
        isTimeout: false,
      };
    } catch (cause) {
      const error = cause instanceof Error ? cause.message : "request failed";
      return { isTimeout: timeout.aborted, error };
    }
  }
}
