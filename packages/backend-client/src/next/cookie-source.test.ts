import { expect, it, vi } from "vitest";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend } from "../testing/index.js";
import { createPageHelpers } from "./page.js";

const { headers, cookies } = vi.hoisted(() => ({ headers: vi.fn(), cookies: vi.fn() }));
vi.mock("next/headers.js", () => ({ headers, cookies }));
vi.mock("next/server.js", async (original) => ({
  ...(await original<object>()),
  connection: async () => undefined,
}));

it("reads a page's session without Next's cookies(), which would parse each cookie again", async () => {
  const memory = createMemoryBackend();
  const jar = memory.createJar();
  memory.seed(jar, await memory.auth.signIn());
  headers.mockResolvedValue(jar.request("/").headers);
  const { getSession } = createPageHelpers(() => createSessionServer(memory.backend));
  expect((await getSession()).status).toBe("authenticated");
  expect(cookies).not.toHaveBeenCalled();
});
