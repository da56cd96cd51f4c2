import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createHandler } from "./handler.js";

const handle = createHandler(process.env);

function toRequest(incoming) {
  const { method, url, headers } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming), duplex: "half" } : {}),
  });
}

const server = createServer(async (incoming, outgoing) => {
  const response = await handle(toRequest(incoming));
  outgoing.writeHead(response.status, [...response.headers].flat()).end(await response.text());
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
