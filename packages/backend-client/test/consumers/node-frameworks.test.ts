import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, type Server, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import type { LocalBackend } from "@dossier/local-backend";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type App, startApp } from "../../conformance/process.js";
import { canFetchRuntimes, fetchRuntimes, nodeBinary } from "../../conformance/runtimes.js";
import { createVisitor, type Visitor } from "../../conformance/visitor.js";
import { MIA, openBackend } from "./backend.js";
import { createProject, type Project } from "./package.js";

const PROGRAMS = [
  ["node:http", ["http.mjs"]],
  ["Express 4", ["express.mjs", "express4"]],
  ["Express 5", ["express.mjs", "express"]],
  ["Fastify", ["fastify.mjs"]],
] as const;

const JSON_BODY = { "content-type": "application/json" };
const SENTENCE = "Mount the session handler before your body parser.";

interface Recorder {
  url: string;
  addresses: (string | undefined)[];
  close(): Promise<void>;
}

async function openRecorder(): Promise<Recorder> {
  const addresses: (string | undefined)[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    addresses.push(incoming.headers["sb-forwarded-for"] as string | undefined);
    outgoing.writeHead(400, JSON_BODY);
    outgoing.end(JSON.stringify({ code: "invalid_credentials", message: "no" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addresses,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe.skipIf(!canFetchRuntimes)("the packed SDK in Node servers", () => {
  let project: Project;
  let backend: LocalBackend;

  beforeAll(async () => {
    fetchRuntimes();
    const frameworks = ["express@5.3.0", "express4@npm:express@4.22.3", "fastify@5.12.8"];
    project = await createProject(inject("tarball"), "frameworks", { with: frameworks });
    backend = await openBackend();
  }, 300_000);
  afterAll(async () => {
    await backend?.stop();
    project?.remove();
  });

  const start = (line: "node22" | "node24", args: readonly string[], url: string, key: string) =>
    startApp(nodeBinary(line).path, [...args], {
      cwd: project.dir,
      variables: { SERVICE_URL: url, SERVICE_KEY: key },
    });

  describe.each(["node22", "node24"] as const)("on %s", (line) => {
    describe.each(PROGRAMS)("with %s", (_name, args) => {
      let app: App;
      let visitor: Visitor;

      beforeAll(async () => {
        app = await start(line, args, backend.urls.api, backend.keys.publishable);
      });
      afterAll(() => app?.stop());
      beforeEach(() => {
        visitor = createVisitor(app.origin);
      });

      const ask = async (path = "/", init?: RequestInit) => (await visitor.send(path, init)).text();

      const signIn = async () => {
        const body = JSON.stringify(MIA);
        expect(await ask("/", { method: "POST", body, headers: JSON_BODY })).toBe("authenticated");
      };

      it("signs in, reads the session and signs out by a form", async () => {
        expect(await ask()).toBe("unauthenticated");
        await signIn();
        const page = await visitor.send("/");
        expect([await page.text(), page.headers.get("cache-control")]).toEqual([
          "authenticated",
          "private, no-store",
        ]);
        expect(await visitor.json("/auth/session")).toMatchObject({ status: "authenticated" });
        const body = new URLSearchParams({ next: "/bye?x=1" });
        const out = await visitor.send("/auth/sign-out", { method: "POST", body });
        expect([out.status, out.headers.get("location")]).toEqual([303, "/bye?x=1"]);
        expect(await ask()).toBe("unauthenticated");
      });

      it("keeps the session after a sign-out with the scope `others` in a JSON body, and ends it with the scope `local`", async () => {
        await signIn();
        const init = { method: "POST", headers: JSON_BODY };
        const others = JSON.stringify({ scope: "others" });
        await visitor.send("/auth/sign-out", { ...init, body: others });
        expect(await ask()).toBe("authenticated");
        const local = JSON.stringify({ scope: "local" });
        await visitor.send("/auth/sign-out", { ...init, body: local });
        expect(await ask()).toBe("unauthenticated");
      });

      it("refuses a body over 64 kB, with and without a Content-Length header", async () => {
        await signIn();
        const json = JSON.stringify({ scope: "x".repeat(70_000) });
        const init = { method: "POST", headers: JSON_BODY, duplex: "half" };
        const whole = await visitor.send("/auth/sign-out", { ...init, body: json });
        const stream = new Blob([json]).stream();
        const chunked = await visitor.send("/auth/sign-out", { ...init, body: stream });
        expect([whole.status, chunked.status]).toEqual([413, 413]);
        expect(await ask()).toBe("authenticated");
      });

      it("serves several requests on one connection", async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const sockets = new Set<unknown>();
        const steps = [
          ["GET", "/auth/session", undefined],
          ["POST", "/auth/sign-out", JSON.stringify({ scope: "local" })],
          ["GET", "/", undefined],
          ["POST", "/auth/refresh", "{}"],
          ["GET", "/", undefined],
        ] as const;
        try {
          for (const [method, path, body] of steps) {
            const headers = { origin: app.origin, "sec-fetch-site": "same-origin", ...JSON_BODY };
            const outgoing = send(app.origin + path, { method, agent, headers });
            outgoing.on("socket", (socket) => sockets.add(socket));
            outgoing.end(body);
            const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
            expect([incoming.statusCode, await text(incoming)]).toMatchObject([
              200,
              expect.stringContaining("unauthenticated"),
            ]);
          }
          expect(sockets.size).toBe(1);
        } finally {
          agent.destroy();
        }
      });

      it("keeps serving after clients disconnect in the middle of a body", async () => {
        const head = `POST /auth/sign-out HTTP/1.1\r\nHost: app\r\nContent-Type: application/json`;
        for (const rest of [
          "\r\nContent-Length: 1000\r\n\r\n{",
          "\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        ]) {
          const socket = connect(Number(new URL(app.origin).port), "127.0.0.1");
          await new Promise((sent) => socket.write(head + rest, sent));
          socket.resetAndDestroy();
          await once(socket, "close");
          expect(await ask()).toBe("unauthenticated");
        }
      });

      it("returns an error that names the correct mount order when a body parser ran first", async () => {
        const init = { method: "POST", headers: JSON_BODY, body: JSON.stringify({ scope: "x" }) };
        const late = await visitor.send("/late/sign-out", init);
        expect([late.status, await late.text()]).toEqual([500, SENTENCE]);
      });
    });

    describe.each(PROGRAMS)(
      "an app in %s that sends visitors' addresses to Auth",
      (_name, args) => {
        let app: App;
        let recorder: Recorder;

        beforeAll(async () => {
          recorder = await openRecorder();
          app = await start(line, args, recorder.url, "sb_publishable_recorder");
        });
        afterAll(async () => {
          await app?.stop();
          await recorder?.close();
        });
        afterEach(() => {
          recorder.addresses.length = 0;
        });

        const FORWARDED = ["198.51.100.9", "203.0.113.5"];

        async function signIn(source: string, headers: object): Promise<string> {
          const outgoing = send(`${app.origin}/address/${source}`, {
            method: "POST",
            headers: { ...JSON_BODY, origin: app.origin, ...headers },
          });
          outgoing.end(JSON.stringify(MIA));
          const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
          return text(incoming);
        }

        it.each([
          ["socket", {}, [undefined]],
          ["socket", { "x-forwarded-for": FORWARDED }, [undefined]],
          ["hops-1", { "x-forwarded-for": FORWARDED }, ["203.0.113.5"]],
          ["hops-2", { "x-forwarded-for": FORWARDED }, ["198.51.100.9"]],
          ["hops-2", { "x-forwarded-for": FORWARDED.join(",") }, ["198.51.100.9"]],
          ["header", { "x-real-ip": "203.0.113.7" }, ["203.0.113.7"]],
          ["header", { "x-forwarded-for": FORWARDED }, [undefined]],
          ["function", { "x-forwarded-for": FORWARDED }, ["127.0.0.1"]],
        ] as const)(
          "with the address source %s and the headers %j, sends the addresses %j",
          async (source, headers, found) => {
            expect(await signIn(source, headers)).toBe("invalid_credentials");
            expect(recorder.addresses).toEqual(found);
          },
        );

        it.each([
          ["hops-2", { "x-forwarded-for": "203.0.113.5" }],
          ["hops-1", {}],
        ] as const)(
          "returns client_address_unknown without a call to Auth if the source is %s and the headers are %j",
          async (source, headers) => {
            expect(await signIn(source, headers)).toBe("client_address_unknown");
            expect(recorder.addresses).toEqual([]);
          },
        );
      },
    );
  });
});
