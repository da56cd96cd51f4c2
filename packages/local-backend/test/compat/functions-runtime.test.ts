import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, type Project } from "./functions-project.ts";

const BACKGROUND = (origin: string, version: number) => `
  addEventListener("beforeunload", ({ detail }) => console.log("unloads:", detail.reason));
  Deno.serve(() => {
    EdgeRuntime.waitUntil((async () => {
      await fetch("${origin}/start");
      await fetch("${origin}/end");
    })());
    return new Response("version ${version}");
  });`;

const LIMITED = `
  const { RateLimitError } = Deno.errors;
  const thrown = [new RateLimitError("later", 1500), new RateLimitError("later"), new Error("other")];
  Deno.serve(() => Response.json(thrown.map((error) => [
    error instanceof RateLimitError, error instanceof Error, error.name, error.message, error.retryAfterMs,
  ])));`;

const TEMPORARY = `
  import fs from "node:fs";
  import os from "node:os";
  import { promisify } from "node:util";
  const attempt = (run) => run().then((value) => value ?? "allowed", (error) => error.name);
  Deno.serve(async (request) => {
    const { keys, name } = await request.json();
    await Deno.writeTextFile("/tmp/" + name, "by Deno");
    fs.appendFileSync("/tmp/" + name, ", by Node");
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(folder + "/more", "more");
    return Response.json({
      text: await Deno.readTextFile(new URL(encodeURI("file:///tmp/" + name))),
      inTmpDir: fs.existsSync(os.tmpdir() + "/" + name),
      promised: [await promisify(fs.exists)("/tmp/" + name), await promisify(fs.exists)("/tmp/none")],
      native: typeof fs.realpathSync.native,
      made: await attempt(() => Deno.makeTempFile({ dir: "/tmp", prefix: "made" }).then(() => undefined)),
      names: [...Deno.readDirSync("/tmp")].map((entry) => entry.name),
      keys: await attempt(() => Deno.readTextFile(keys)),
      written: await attempt(() => Deno.writeTextFile("written.txt", "")),
      own: await attempt(() => Deno.readTextFile(new URL("./own.txt", import.meta.url))),
    });
  });`;

const KEEPS = (origin: string, version: number) => `
  Deno.serve(async () => {
    const names = [...Deno.readDirSync("/tmp")].map((entry) => entry.name);
    await Deno.writeTextFile("/tmp/${version}.txt", "kept");
    EdgeRuntime.waitUntil((async () => {
      await fetch("${origin}/start");
      console.log("read:", await Deno.readTextFile("/tmp/${version}.txt"));
    })());
    return Response.json(names);
  });`;

const STD = `
  import { serve } from "https://deno.land/std@0.168.0/http/server.ts";
  const stop = new AbortController();
  let received: number;
  serve(
    (request, connection) => {
      if (request.url.endsWith("/throw")) throw new Error("thrown");
      if (request.url.endsWith("/stop")) setTimeout(() => stop.abort(), 0);
      const { localAddr, remoteAddr } = connection;
      return Response.json([received === localAddr.port, remoteAddr.transport]);
    },
    {
      port: 8000,
      signal: stop.signal,
      onError: (error) => new Response(error.message, { status: 418 }),
      onListen: ({ port }) => { received = port; },
    },
  ).then(() => console.log("closed"));`;

let project: Project;
let backend: LocalBackend;
let client: SupabaseClient;
let outside: Server;
let origin: string;
const held: (() => void)[] = [];
const ended: string[] = [];

beforeAll(async () => {
  outside = createServer((request, response) => {
    if (request.url === "/start") held.push(() => response.end());
    else {
      ended.push(request.url ?? "");
      response.end();
    }
  }).listen(0, "127.0.0.1");
  await once(outside, "listening");
  origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const open = [
    ...["exported", "exported-twice", "background", "fails-later", "temporary", "other"],
    ...["waits", "late", "std", "keeps", "keys"],
  ];
  project = createProject(
    {
      "exported/index.ts":
        "export default { fetch: async (request: Request) => Response.json([import.meta.main, await request.json()]) };",
      "exported-twice/index.ts":
        "const fetch = () => new Response('once'); Deno.serve(fetch); export default { fetch };",
      "std/index.ts": STD,
      "limited/index.ts": LIMITED,
      "keys/index.ts":
        "Deno.serve(() => Response.json(JSON.parse(Deno.env.get('SUPABASE_JWKS')).keys.map((key) => key.kid)));",
      "keeps/index.ts": KEEPS(origin, 1),
      "background/index.ts": BACKGROUND(origin, 1),
      "fails-later/index.ts":
        "Deno.serve(() => { EdgeRuntime.waitUntil(Promise.reject(new Error('late'))); return new Response(String(Deno.pid)); });",
      "temporary/index.ts": TEMPORARY,
      "temporary/own.txt": "own",
      "other/index.ts":
        "Deno.serve(() => Response.json([...Deno.readDirSync('/tmp')].map((entry) => entry.name)));",
      "waits/index.ts":
        "console.log('loads'); console.error('Error: no key'); setInterval(() => {}, 1000);",
      "late/index.ts": "setTimeout(() => Deno.serve(() => new Response('late')), 50);",
    },
    undefined,
    open.map((name) => `[functions.${name}]\nverify_jwt = false`).join("\n"),
  );
  backend = await startLocalBackend({
    dir: project.dir,
    memory: true,
    ports: { api: 0, db: 0 },
    log: () => undefined,
  });
  client = createClient(backend.urls.api, backend.keys.publishable);
});

afterAll(async () => {
  outside?.closeAllConnections();
  outside?.close();
  await backend?.stop();
  project?.remove();
});

const logOf = (name: string) => {
  const file = join(backend.dataDir, "functions", "functions", `${name}.log`);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

it("serves the handler that a function exports", async () => {
  const { data } = await client.functions.invoke("exported", { body: { name: "Ada" } });
  expect(data).toEqual([true, { name: "Ada" }]);
});

it("serves a function that calls Deno.serve and also exports a handler", async () => {
  const { data } = await client.functions.invoke("exported-twice");
  expect(data).toBe("once");
});

it("serves a function that calls `serve` from Deno's standard library", async () => {
  expect((await client.functions.invoke("std")).data).toEqual([true, "tcp"]);
  const { response } = await client.functions.invoke("std/throw");
  expect([response?.status, await response?.text()]).toEqual([418, "thrown"]);
  expect((await client.functions.invoke("std/stop")).error).toBeNull();
  await expect.poll(() => logOf("std")).toContain("closed");
});

it("serves a function that starts to listen only after its module has loaded", async () => {
  const { data } = await client.functions.invoke("late");
  expect(data).toBe("late");
});

it("provides Deno.errors.RateLimitError, as the runtime of hosted Supabase does", async () => {
  expect((await client.functions.invoke("limited")).data).toEqual([
    [true, true, "RateLimitError", "later", 1500],
    [true, true, "RateLimitError", "later", null],
    // JSON has no `undefined`, so the undefined delay arrives as null.
    [false, true, "Error", "other", null],
  ]);
});

it("gives a function the new signing key on its next call after a rotation", async () => {
  const before = (await client.functions.invoke("keys")).data;
  const { kid } = await backend.rotateSigningKey();
  expect(before).not.toContain(kid);
  expect((await client.functions.invoke("keys")).data).toContain(kid);
});

it("responds before a background task ends, and lets the task finish after the function is edited", async () => {
  const before = held.length;
  expect((await client.functions.invoke("background")).data).toBe("version 1");
  await expect.poll(() => held.length).toBe(before + 1);
  project.write("background/index.ts", BACKGROUND(origin, 2));
  expect((await client.functions.invoke("background")).data).toBe("version 2");
  await expect.poll(() => held.length).toBe(before + 2);
  await expect.poll(() => logOf("background")).toContain("unloads: termination");
  expect(ended).toEqual([]);
  held[before]?.();
  await expect.poll(() => ended).toEqual(["/end"]);
});

it("logs the reason if a background task fails, and keeps the process running", async () => {
  const first = await client.functions.invoke("fails-later");
  await expect.poll(() => logOf("fails-later")).toContain("Error: late");
  const second = await client.functions.invoke("fails-later");
  expect(second.data).toBe(first.data);
});

it("gives each function a private /tmp, and no access to the backend's keys", async () => {
  const name = `private ${process.pid}.txt`;
  const keys = join(backend.dataDir, "keys.json");
  expect(existsSync(keys)).toBe(true);
  const { data } = await client.functions.invoke("temporary", { body: { keys, name } });
  expect(data).toMatchObject({
    text: "by Deno, by Node",
    inTmpDir: true,
    promised: [true, false],
    native: "function",
    made: "allowed",
    names: expect.arrayContaining([name]),
    written: "NotCapable",
    own: "own",
  });
  // If the data directory is in `/tmp`, the function does not find it, because its own `/tmp` is
  // private.
  expect(["NotCapable", "NotFound"]).toContain(data.keys);
  expect(existsSync(join("/tmp", name))).toBe(false);
  expect((await client.functions.invoke("other")).data).toEqual([]);
});

it("keeps a process's /tmp until its background task ends, and then deletes it", async () => {
  const before = held.length;
  expect((await client.functions.invoke("keeps")).data).toEqual([]);
  await expect.poll(() => held.length).toBe(before + 1);
  project.write("keeps/index.ts", KEEPS(origin, 2));
  expect((await client.functions.invoke("keeps")).data).toEqual([]);
  held[before]?.();
  await expect.poll(() => logOf("keeps")).toContain("read: kept");
  const folders = () =>
    readdirSync(join(backend.dataDir, "functions", "functions", "tmp", "keeps"));
  await expect.poll(() => folders().length).toBe(1);
});

it("returns BOOT_ERROR for a function that never listens, and starts it again after an edit", async () => {
  const call = async () => {
    const { response } = await client.functions.invoke("waits");
    return { status: response?.status, body: await response?.json() };
  };
  const failure = {
    status: 503,
    body: { code: "BOOT_ERROR", message: expect.stringContaining("export default { fetch }") },
  };
  expect(await call()).toEqual(failure);
  expect(await call()).toEqual(failure);
  expect(logOf("waits").match(/loads/g)).toHaveLength(1);
  project.write("waits/index.ts", "Deno.serve(() => new Response('ok'));");
  expect((await client.functions.invoke("waits")).data).toBe("ok");
});
