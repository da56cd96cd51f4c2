import { once } from "node:events";
import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { relay } from "./relay.ts";

test.each(["DELETE", "OPTIONS", "POST"])(
  "forwards a %s request with a body of unknown length to a function as one request",
  async (method) => {
    const received: string[] = [];
    const worker = createServer(async (incoming, outgoing) => {
      let text = "";
      for await (const part of incoming.setEncoding("utf8")) text += part;
      received.push(`${incoming.method} ${text}`);
      outgoing.end("done");
    }).listen(0, "127.0.0.1");
    await once(worker, "listening");
    const agent = new Agent();
    try {
      const hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n";
      const body = new Blob([hidden]).stream();
      const answer = await relay({
        request: new Request("http://127.0.0.1/hello", { method, body, duplex: "half" }),
        api: new URL("http://127.0.0.1:54321"),
        port: (worker.address() as AddressInfo).port,
        clientAddress: "127.0.0.1",
        bearer: undefined,
        agent,
        signal: new AbortController().signal,
        onClose: () => undefined,
      });
      expect(await answer.text()).toBe("done");
      expect(received).toEqual([`${method} ${hidden}`]);
    } finally {
      agent.destroy();
      worker.close().closeAllConnections();
    }
  },
);
