import { expect, it, vi } from "vitest";
import { createMemoryBackend } from "../testing/index.js";
import { createNextTest } from "../testing/next/index.js";
import { requireRequest } from "../testing/next/request-store.js";
import { createNextBackend } from "./create-next-backend.js";

it("getSession reads a page's session without Next's cookies(), which would parse every cookie", async () => {
  const memory = createMemoryBackend();
  const { getSession } = createNextBackend(memory.backend);
  const visitor = createNextTest(memory);
  await visitor.signIn();
  const read = vi.fn();
  const outcome = await visitor.page("/", async () => {
    const request = requireRequest("cookies");
    const { cookies } = request;
    Object.defineProperty(request, "cookies", { get: read, configurable: true });
    const { status } = await getSession();
    Object.defineProperty(request, "cookies", { value: cookies });
    return status;
  });
  expect(outcome).toEqual({ kind: "value", value: "authenticated" });
  expect(read).not.toHaveBeenCalled();
});
