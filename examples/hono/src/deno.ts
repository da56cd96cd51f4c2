import app from "./app.ts";

interface Info {
  remoteAddr: { hostname: string };
}

export default {
  fetch: (request: Request, { remoteAddr }: Info) =>
    app.fetch(request, { address: remoteAddr.hostname }),
};
