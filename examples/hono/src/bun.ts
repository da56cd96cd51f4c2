import app from "./app.ts";

interface Server {
  requestIP(request: Request): { address: string } | null;
}

export default {
  hostname: "127.0.0.1",
  port: Number(process.env.PORT ?? 3000),
  fetch: (request: Request, server: Server) =>
    app.fetch(request, { address: server.requestIP(request)?.address }),
};
