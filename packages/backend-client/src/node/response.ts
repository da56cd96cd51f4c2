/** The parts of Node's `ServerResponse` that the adapter uses. */
export interface NodeResponse {
  /** True after Node has sent the first byte of the response. */
  readonly headersSent: boolean;
  /** True after Node has sent the whole response. */
  readonly writableFinished: boolean;
  /** HTTP status of the response. */
  statusCode: number;
  /** Returns the value of a header that was set. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Returns the names of the headers that were set. */
  getHeaderNames(): string[];
  /** Sets a header. */
  setHeader(name: string, value: string | readonly string[]): unknown;
  /** Removes a header that was set. */
  removeHeader(name: string): void;
  /** Writes a part of the body. Returns false if the connection is slower than the body. */
  write(chunk: Uint8Array): boolean;
  /** Ends the response. */
  end(text?: string): unknown;
  /** Ends the connection. */
  destroy(error?: Error): unknown;
  /** Listens for an event once. */
  once(event: "drain" | "close", listener: () => void): unknown;
  /** Removes a listener. */
  off(event: "drain" | "close", listener: () => void): unknown;
}

function addCookies(response: NodeResponse, cookies: readonly string[]): void {
  if (cookies.length === 0) return;
  const before = response.getHeader("set-cookie");
  const known = before === undefined ? [] : [before].flat().map(String);
  response.setHeader("set-cookie", [...known, ...cookies]);
}

export function writeHeaders(response: NodeResponse, headers: Headers): void {
  for (const [name, value] of headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  addCookies(response, headers.getSetCookie());
}

export function readHeaders(response: NodeResponse): Headers {
  const headers = new Headers();
  for (const name of response.getHeaderNames()) {
    if (name.toLowerCase() === "set-cookie") continue;
    for (const value of [response.getHeader(name) ?? []].flat())
      headers.append(name, String(value));
  }
  return headers;
}

function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.once("drain", done);
    response.once("close", done);
  });
}

export async function send(
  answer: Response,
  response: NodeResponse,
  { withBody, signal }: { withBody: boolean; signal: AbortSignal },
): Promise<void> {
  response.statusCode = answer.status;
  writeHeaders(response, answer.headers);
  const reader = withBody ? answer.body?.getReader() : undefined;
  if (!reader) {
    response.end();
    return;
  }
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) break;
      if (!response.write(value)) await drained(response);
    }
  } finally {
    if (signal.aborted) await reader.cancel().catch(() => undefined);
  }
  response.end();
}
