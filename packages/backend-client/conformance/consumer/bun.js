import { createHandler } from "./handler.js";

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: createHandler(process.env),
});
console.log(`http://127.0.0.1:${server.port}`);
