import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { findFreePort, LOOPBACK } from "./ports.ts";

it("findFreePort returns free ports below Linux's ephemeral ports", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, findFreePort));
  for (const port of ports) {
    expect(port).toBeLessThan(32_768);
    const server = createServer().listen({ port, host: LOOPBACK });
    await once(server, "listening");
    server.close();
    await once(server, "close");
  }
});
