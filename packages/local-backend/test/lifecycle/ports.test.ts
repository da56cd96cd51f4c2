import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import * as ports from "../../src/supervisor/ports.ts";
import { createProject, FREE_PORTS } from "./project.ts";

vi.mock("../../src/supervisor/ports.ts", { spy: true });

const project = createProject();
afterAll(() => project.remove());

test("uses other ports for Postgres and PostgREST if their ports are already in use", async () => {
  // Make the backend try the port of this server first, for Postgres and for PostgREST.
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  vi.mocked(ports.findFreePort).mockResolvedValueOnce(port).mockResolvedValueOnce(port);
  const backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
  try {
    expect(new URL(backend.urls.db).port).not.toBe(String(port));
    const answer = await fetch(`${backend.urls.api}/rest/v1/notes`, {
      headers: { apikey: backend.keys.secret },
    });
    expect(answer.status).toBe(200);
  } finally {
    await backend.stop();
    other.close();
  }
});
