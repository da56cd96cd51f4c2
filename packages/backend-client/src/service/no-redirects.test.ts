import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SECRET_KEY } from "../../test/support/service-scene.js";
import { defineBackend } from "../config/define-backend.js";
import { createServiceClient, type ServiceClient } from "./index.js";

const STATUSES = [301, 302, 303, 307, 308] as const;
const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

type Call = (service: ServiceClient) => PromiseLike<{ error: unknown }>;

const CALLS: Record<string, Call> = {
  "a read": ({ db }) => db.from("notes").select(),
  "a write": ({ db }) => db.from("notes").insert({ body: "x" }),
  "a database function": ({ db }) => db.rpc("work"),
  "an upload": ({ storage }) => storage.from("files").upload("a.txt", "text"),
  "a download": ({ storage }) => storage.from("files").download("a.txt"),
  "a list": ({ storage }) => storage.from("files").list(),
  "a function": ({ functions }) => functions.invoke("report", { body: { n: 1 } }),
  "a list of users": ({ auth }) => auth.admin.listUsers(),
  "a new user": ({ auth }) => auth.admin.createUser({ email: "ada@a.test" }),
  "a deletion": ({ auth }) => auth.admin.deleteUser(ID),
};

let status: number;
let received: string[];
let asked: string[];
let base: string;
let servers: Server[];

/** The tests need real servers, because only the platform's own `fetch` follows redirects. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  servers = [];
  received = [];
  asked = [];
  const to = await listen(
    createServer((request, response) => {
      received.push(`${request.method} ${request.headers.apikey}`);
      response.setHeader("content-type", "application/json").end("{}");
    }),
  );
  base = await listen(
    createServer((request, response) => {
      asked.push(String(request.headers.apikey));
      request.resume();
      response.writeHead(status, { location: `${to}${request.url}` }).end();
    }),
  );
});

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

it.each(
  Object.entries(CALLS).flatMap(([name, call]) =>
    STATUSES.map((answer) => [name, answer, call] as const),
  ),
)(
  "the service client does not follow a redirect of %s, so no other server gets the secret key: status %i",
  async (_name, answer, call) => {
    status = answer;
    const backend = defineBackend({ url: base, anonKey: "sb_publishable_x" });
    const service = createServiceClient(backend, { secretKey: SECRET_KEY });
    const { error } = await call(service);
    expect(asked).toContain(SECRET_KEY);
    expect(received).toEqual([]);
    expect(error).toMatchObject({ name: "BackendError", status: answer });
  },
);
