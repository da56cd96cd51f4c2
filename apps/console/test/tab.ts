export type Answer = (request: Request) => Response | Promise<Response>;

export type Fields = Record<string, string>;

export interface Seen {
  status: number;
  headers: Headers;
  path: string;
  html: string;
  text: string;
}

export class Tab {
  readonly #answer: Answer;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(answer: Answer, origin = "http://localhost:3100") {
    this.#answer = answer;
    this.#origin = origin;
  }

  get cookieNames(): string[] {
    return [...this.#cookies.keys()].sort();
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async open(path: string): Promise<Seen> {
    return this.#follow(path, { method: "GET" });
  }

  async submit(path: string, fields: Fields, origin = this.#origin): Promise<Seen> {
    const isOwn = origin === this.#origin;
    return this.#follow(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin, "sec-fetch-site": isOwn ? "same-origin" : "cross-site" },
    });
  }

  async #follow(path: string, init: RequestInit, left = 5): Promise<Seen> {
    const headers = new Headers(init.headers);
    headers.set("cookie", this.cookieHeader);
    const url = new URL(path, this.#origin);
    const response = await this.#answer(new Request(url, { ...init, headers, redirect: "manual" }));
    for (const line of response.headers.getSetCookie()) this.#take(line);
    const location = response.headers.get("location");
    if (location !== null) {
      if (left === 0) throw new Error(`too many redirects, the last to ${location}`);
      return this.#follow(location, { method: "GET" }, left - 1);
    }
    const html = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      path: url.pathname + url.search,
      html,
      text: html
        .replace(/<[^>]+>/g, " ")
        .replace(/&amp;/g, "&")
        .replace(/\s+/g, " "),
    };
  }

  #take(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (attributes.includes("Max-Age=0")) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1));
  }
}
