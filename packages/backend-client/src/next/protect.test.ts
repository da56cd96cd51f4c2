import { NextRequest } from "next/server.js";
import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { createNextBackend, type NextBackendOptions } from "./create-next-backend.js";

let memory: MemoryBackend;
beforeEach(() => {
  memory = createMemoryBackend();
});

const OPTIONS: NextBackendOptions = { protect: ["/o", "/account"] };

function visit(
  path: string,
  init: { method?: string; headers?: HeadersInit; config?: { basePath?: string } } = {},
  options = OPTIONS,
): Promise<Response> {
  const { config, ...request } = init;
  const url = `http://app.test${path}`;
  const nextConfig = config ? { nextConfig: config } : {};
  return createNextBackend(memory.backend, options).proxy(
    new NextRequest(url, { ...request, ...nextConfig }),
  );
}

const location = (response: Response) => response.headers.get("location");

describe("the option protect", () => {
  it("redirects a visitor to the sign-in page with path and query in `next`", async () => {
    const response = await visit("/o/acme/requests?x=1&y=%2F");
    expect(response.status).toBe(307);
    expect(location(response)).toBe(
      "http://app.test/sign-in?next=%2Fo%2Facme%2Frequests%3Fx%3D1%26y%3D%252F",
    );
    expect(memory.calls).toEqual([]);
  });

  it.each(["/o", "/o/", "/account/security"])("redirects visitors of %s", async (path) => {
    expect((await visit(path)).status).toBe(307);
  });

  it.each(["/", "/other", "/organization", "/accounts/x", "/help/o"])(
    "does not redirect visitors of %s",
    async (path) => {
      expect((await visit(path)).headers.get("x-middleware-next")).toBe("1");
    },
  );

  it("redirects only GET and HEAD requests, so that a posted form keeps its input", async () => {
    for (const method of ["POST", "TARGET", "HEADING"]) {
      const response = await visit("/o/acme", { method });
      expect(response.headers.get("x-middleware-next"), method).toBe("1");
    }
    expect((await visit("/o/acme", { method: "HEAD" })).status).toBe(307);
  });

  it("lets a signed-in user pass, even if the token must be refreshed first", async () => {
    const box = memory.createJar();
    memory.seed(box, await memory.auth.signIn());
    const cookie = () => ({ headers: { cookie: box.header() } });
    expect((await visit("/o/acme", cookie())).headers.get("x-middleware-next")).toBe("1");
    memory.clock.skip(3_700_000);
    const response = await visit("/o/acme", cookie());
    expect(response.headers.get("x-middleware-next")).toBe("1");
    expect(response.headers.getSetCookie()).not.toEqual([]);
  });

  it("lets a user pass while the auth service is unreachable, because the page checks the session", async () => {
    const box = memory.createJar();
    memory.seed(box, await memory.auth.signIn());
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/auth/v1/token", status: 503 });
    const response = await visit("/o/acme", { headers: { cookie: box.header() } });
    expect(response.headers.get("x-middleware-next")).toBe("1");
  });

  it("redirects a user whose session has ended, and removes the cookies", async () => {
    const box = memory.createJar();
    memory.seed(box, await memory.auth.signIn());
    memory.auth.sessions.clear();
    memory.clock.skip(3_700_000);
    const response = await visit("/o/acme", { headers: { cookie: box.header() } });
    expect(response.status).toBe(307);
    box.take(response);
    expect(box.cookies.has("sb-session")).toBe(false);
  });

  it("includes Next's basePath in the redirect", async () => {
    const response = await visit("/docs/o/acme", { config: { basePath: "/docs" } });
    expect(location(response)).toBe("http://app.test/docs/sign-in?next=%2Fo%2Facme");
  });

  it("never redirects the sign-in page to itself", async () => {
    const response = await visit("/o/sign-in", {}, { protect: ["/o"], signInPath: "/o/sign-in" });
    expect(response.headers.get("x-middleware-next")).toBe("1");
  });

  it.each(["o", "/", "/o/", "//evil.test", "https://evil.test"])("rejects the entry %s", (path) => {
    expect(() => createNextBackend(memory.backend, { protect: [path] })).toThrow(
      "createNextBackend: protect must list paths such as /o.",
    );
  });
});
