import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import pg from "pg";
import { Upload } from "tus-js-client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { startCommand } from "../lifecycle/command.ts";
import { freePort } from "../lifecycle/free-port.ts";
import { createProject } from "../lifecycle/project.ts";
import { clientOf, MIA, tokenOf } from "./storage-people.ts";

const CHUNK = 64 * 1024;
const bytes = Buffer.from(Array.from({ length: 4 * CHUNK + 7 }, (_, index) => index % 251));
const DAY_MS = 24 * 60 * 60 * 1000;

const project = createProject();
const storageDir = join(project.dataDir, "storage");
let backend: LocalBackend | undefined;
/** Each restart uses the same port, because upload URLs contain the port. */
let port: number;
let token: string;

async function start(): Promise<LocalBackend> {
  backend = await startLocalBackend({ ...project, ports: { api: port, db: 0 } });
  return backend;
}

async function stop(): Promise<void> {
  await backend?.stop();
  backend = undefined;
}

beforeAll(async () => {
  port = await freePort();
  await start();
  token = await tokenOf(project, MIA, { lifetimeSeconds: 3 * 24 * 60 * 60 });
  await stop();
});
afterEach(async () => {
  vi.useRealTimers();
  await stop();
});
afterAll(() => project.remove());

const headers = () => ({
  authorization: `Bearer ${token}`,
  apikey: "sb_publishable_local",
  "tus-resumable": "1.0.0",
});
const filesIn = (folder: string) =>
  existsSync(join(storageDir, folder))
    ? readdirSync(join(storageDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

/**
 * Uploads the file. With `parts`, the upload stops after the server has acknowledged this number of
 * parts.
 */
async function send(name: string, options: { url?: string; parts?: number } = {}): Promise<string> {
  return await new Promise((resolve, reject) => {
    let left = options.parts ?? Number.POSITIVE_INFINITY;
    const upload: Upload = new Upload(bytes, {
      endpoint: `http://127.0.0.1:${port}/storage/v1/upload/resumable`,
      ...(options.url !== undefined && { uploadUrl: options.url }),
      chunkSize: CHUNK,
      retryDelays: null,
      headers: headers(),
      metadata: { bucketName: "documents", objectName: name, contentType: "text/plain" },
      onChunkComplete: () => {
        left -= 1;
        if (left === 0) void upload.abort().then(() => resolve(upload.url ?? ""));
      },
      onSuccess: () => resolve(upload.url ?? ""),
      onError: reject,
    });
    upload.start();
  });
}

const head = (url: string) => fetch(url, { method: "HEAD", headers: headers() });
const idOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);
const recordOf = (url: string) => join(storageDir, "resumable", `${idOf(url)}.json`);

async function download(name: string): Promise<Buffer | undefined> {
  if (!backend) throw new Error("not started");
  const { data } = await (await clientOf(backend, MIA)).storage.from("documents").download(name);
  return data ? Buffer.from(await data.arrayBuffer()) : undefined;
}

test("continues a resumable upload after a restart of the backend", async () => {
  await start();
  const name = `${MIA}/stopped.txt`;
  const url = await send(name, { parts: 2 });
  const offset = (await head(url)).headers.get("upload-offset");
  await stop();
  await start();
  expect((await head(url)).headers.get("upload-offset")).toBe(offset);
  await send(name, { url });
  expect((await download(name))?.equals(bytes)).toBe(true);
});

test("loses no acknowledged data and leaves no partial upload after kill -9", async () => {
  const running = startCommand(
    "start",
    ...["--dir", project.dir, "--data-dir", project.dataDir],
    ...["--port", String(port), "--db-port", "0", "--json"],
  );
  await running.untilPrinted("urls");
  const name = `${MIA}/killed.txt`;
  const url = await send(name, { parts: 2 });
  const acknowledged = Number((await head(url)).headers.get("upload-offset"));
  // Start two requests whose bodies never end: the next part of the upload, and an ordinary upload.
  const objects = `http://127.0.0.1:${port}/storage/v1/object/documents`;
  const underWay = [
    request(url, {
      method: "PATCH",
      headers: {
        ...headers(),
        "content-type": "application/offset+octet-stream",
        "content-length": String(bytes.byteLength - acknowledged),
        "upload-offset": String(acknowledged),
      },
    }),
    request(`${objects}/${MIA}/cut.txt`, {
      method: "POST",
      headers: { ...headers(), "content-type": "text/plain", "content-length": "1000" },
    }),
  ];
  for (const each of underWay) {
    each.on("error", () => undefined);
    each.write(bytes.subarray(acknowledged, acknowledged + 500));
  }
  await expect.poll(() => filesIn("tmp")).toHaveLength(1);
  running.process.kill("SIGKILL");
  await running.finished;

  await start();
  expect(filesIn("tmp")).toEqual([]);
  const offset = Number((await head(url)).headers.get("upload-offset"));
  expect(offset).toBeGreaterThanOrEqual(acknowledged);
  await send(name, { url });
  expect((await download(name))?.equals(bytes)).toBe(true);
  expect(await download(`${MIA}/cut.txt`)).toBeUndefined();
});

test("on a restart, creates the object of a complete upload if a kill prevented its creation, and deletes files that no object or upload uses", async () => {
  await start();
  const name = `${MIA}/unmade.txt`;
  const url = await send(name, { parts: 3 });
  await stop();
  const path = join(storageDir, "resumable", idOf(url));
  writeFileSync(path, bytes);
  writeFileSync(`${path}.whole`, "half");
  writeFileSync(`${path}.json.new`, "{");
  const [kept = ""] = filesIn("objects");
  const orphan = join(dirname(kept), `${"0".repeat(64)}-${idOf(url)}`);
  writeFileSync(orphan, "of nobody");
  await start();
  expect(existsSync(orphan)).toBe(false);
  expect(existsSync(kept)).toBe(true);
  expect(filesIn("resumable").filter((file) => /\.(whole|new)$/.test(file))).toEqual([]);
  expect((await head(url)).headers.get("upload-offset")).toBe(String(bytes.byteLength));
  expect((await download(name))?.equals(bytes)).toBe(true);
});

test("reports an upload as complete if its object exists, even if a kill prevented the update of the upload's record", async () => {
  await start();
  const name = `${MIA}/unnoted.txt`;
  const url = await send(name);
  await stop();
  const record = JSON.parse(readFileSync(recordOf(url), "utf8"));
  const notes = JSON.parse(record.metadata.notes);
  expect(notes.isStored).toBe(true);
  record.metadata.notes = JSON.stringify({ ...notes, isStored: false });
  writeFileSync(recordOf(url), JSON.stringify(record));
  const before = filesIn("objects").length;
  await start();
  const answer = await head(url);
  expect([answer.status, answer.headers.get("upload-offset")]).toEqual([
    200,
    String(bytes.byteLength),
  ]);
  expect((await download(name))?.equals(bytes)).toBe(true);
  expect(filesIn("objects")).toHaveLength(before);
});

test("completes a resumable upload whose last part failed with a database error", async () => {
  const { urls } = await start();
  const database = new pg.Client(urls.db);
  await database.connect();
  await database.query(`
    create function public.fail() returns trigger language plpgsql as $$
    begin raise exception 'away' using errcode = '57P01'; end $$;
    create trigger fail before insert on storage.objects for each row
      when (new.name like '%/failed.txt' and new.metadata ? 'size') execute function public.fail();
  `);
  const name = `${MIA}/failed.txt`;
  const url = await send(name, { parts: 4 });
  const offset = 4 * CHUNK;
  const last = await fetch(url, {
    method: "PATCH",
    headers: {
      ...headers(),
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
    },
    body: bytes.subarray(offset),
  });
  expect(last.status).toBe(500);
  await database.query("drop trigger fail on storage.objects; drop function public.fail()");
  await database.end();
  expect((await head(url)).headers.get("upload-offset")).toBe(String(bytes.byteLength));
  expect((await download(name))?.equals(bytes)).toBe(true);
});

test("returns 410 for a resumable upload that started over 24 hours ago, and deletes its temporary file at a restart", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await start();
  const url = await send(`${MIA}/late.txt`, { parts: 1 });
  const finished = await send(`${MIA}/in-time.txt`);
  vi.setSystemTime(Date.now() + DAY_MS - 60_000);
  expect((await head(url)).status).toBe(200);
  vi.setSystemTime(Date.now() + 120_000);
  expect((await head(url)).status).toBe(410);
  await stop();
  await start();
  const left = filesIn("resumable").join();
  expect(left).not.toContain(idOf(url));
  expect(left).not.toContain(idOf(finished));
  expect((await download(`${MIA}/in-time.txt`))?.equals(bytes)).toBe(true);
});

test("deletes Realtime messages older than three days at the next start, and keeps newer ones", async () => {
  const insert = `insert into realtime.messages (topic, extension, event, private, inserted_at)
    values ('t', 'broadcast', 'old', true, now() at time zone 'utc' - interval '3 days 1 minute'),
           ('t', 'broadcast', 'new', true, now() at time zone 'utc' - interval '2 days 23 hours')`;
  const ask = async (text: string) => {
    const database = new pg.Client((backend ?? (await start())).urls.db);
    await database.connect();
    const { rows } = await database.query(text);
    await database.end();
    return rows;
  };
  await ask(insert);
  await stop();
  expect(await ask("select event from realtime.messages")).toEqual([{ event: "new" }]);
});
