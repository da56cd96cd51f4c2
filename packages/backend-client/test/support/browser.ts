/** The cookies of one browser: takes `Set-Cookie`, gives `Cookie`, forgets what is removed. */
export class CookieBox {
  readonly cookies = new Map<string, string>();

  /** Takes the cookies of a response. */
  take(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const at = pair.indexOf("=");
      const name = pair.slice(0, at);
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(at + 1));
    }
    return response;
  }

  /** The `Cookie` header. */
  header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** A request of a page of the site, with these cookies. */
  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    headers.set("cookie", this.header());
    if (!headers.has("host")) headers.set("host", "app.test");
    return new Request(`http://app.test${path}`, { ...init, headers });
  }

  /** A same-origin POST, as a browser marks it. */
  post(path: string, init: RequestInit = {}): Request {
    return this.request(path, {
      method: "POST",
      ...init,
      headers: { "sec-fetch-site": "same-origin", origin: "http://app.test", ...init.headers },
    });
  }

  /** A same-origin script's GET. */
  script(path: string): Request {
    return this.request(path, { headers: { "sec-fetch-site": "same-origin" } });
  }
}
