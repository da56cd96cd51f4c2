import { type HttpBindings, serve } from "@hono/node-server";
import app from "./app.ts";

serve(
  {
    fetch: (request, env) =>
      app.fetch(request, { address: (env as HttpBindings).incoming.socket.remoteAddress }),
    hostname: "127.0.0.1",
    port: Number(process.env.PORT ?? 3000),
  },
  ({ port }) => console.log(`http://127.0.0.1:${port}`),
);
