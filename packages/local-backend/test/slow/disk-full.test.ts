import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AuthError, createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DISK_FULL } from "../../src/config/disk-full.ts";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { readLock } from "../../src/supervisor/lock.ts";
import { createProject, FREE_PORTS } from "../lifecycle/project.ts";
import { exhaustLog } from "./exhaust-log.ts";

/** A new database cluster takes 40 MB. The rest is for its write-ahead log. */
const DISK = "160m";
const MEGABYTE = 1_048_576;

const folder = mkdtempSync(join(tmpdir(), "disk-full-"));
/** Only root can mount a file system, and some containers forbid it even for root. */
const isMounted = (() => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", folder], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
})();

const ENDED = `Postgres ended because the disk of ${join(folder, "data", "pg")} is full; Postgres starts again when 32 MiB are free`;

describe.runIf(isMounted)("the backend on a full disk", () => {
  const project = createProject();
  const lines: string[] = [];
  let backend: LocalBackend;
  let client: SupabaseClient;

  beforeAll(async () => {
    // `external` storage turns off compression.
    project.write(
      "migrations/20990101000000_texts.sql",
      `create table public.texts (t text);
       alter table public.texts alter t set storage external;
       grant insert, select on public.texts to service_role;`,
    );
    backend = await startLocalBackend({
      dir: project.dir,
      dataDir: join(folder, "data"),
      ports: FREE_PORTS,
      log: (line) => lines.push(line),
    });
    client = createClient(backend.urls.api, backend.keys.secret, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    await client.storage.createBucket("files");
  });

  const filler = join(folder, "filler");
  afterEach(() => rm(filler, { force: true }));
  afterAll(async () => {
    await backend?.stop();
    project.remove();
  });

  const freeBytes = () => statfsSync(folder).bavail * statfsSync(folder).bsize;

  /**
   * Fills the disk.
   * @param rest number of bytes to leave free
   */
  const fill = async (rest: number) => {
    for (let left = freeBytes() - rest; left > 0; left -= MEGABYTE) {
      // `appendFile` fails when the disk is full.
      await appendFile(filler, new Uint8Array(Math.min(left, MEGABYTE))).catch(() => undefined);
    }
  };

  const insertText = () => client.from("texts").insert({ t: "x".repeat(MEGABYTE / 2) });

  const untilPostgresRuns = async () => {
    await expect.poll(async () => (await insertText()).error).toBeNull();
    lines.length = 0;
  };

  /** Makes Postgres exit: it ends if it cannot create the next file of its write-ahead log. */
  const endPostgres = async () => {
    await untilPostgresRuns();
    await fill(8 * MEGABYTE);
    await exhaustLog(backend.urls.db);
    await expect.poll(() => lines).toContain(ENDED);
  };

  const createUser = (email: string) =>
    client.auth.admin.createUser({
      email,
      // Random bytes, because PostgreSQL compresses other text.
      user_metadata: { text: randomBytes(65_536).toString("base64") },
    });

  const upload = (name: string, bytes: number) =>
    client.storage.from("files").upload(name, new Uint8Array(bytes));

  it("reports a full disk in the log and to the caller of storage, and recovers when space is free", async () => {
    const stored: string[] = [];
    let failure: string | undefined;
    // When a large upload no longer fits, smaller ones may still fit.
    for (const bytes of [8 * MEGABYTE, MEGABYTE, 65_536]) {
      failure = undefined;
      while (failure === undefined) {
        const name = `file-${stored.length}`;
        const { error } = await upload(name, bytes);
        failure = error?.message;
        if (!error) stored.push(name);
      }
    }
    expect(failure).toBe(DISK_FULL);
    expect(freeBytes()).toBeLessThan(MEGABYTE);
    expect(lines).toContain(`storage: POST failed: ${DISK_FULL}`);
    expect(lines.join("\n")).not.toContain("file-");

    const start = await fetch(`${backend.urls.api}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${backend.keys.serviceRole}`,
        "tus-resumable": "1.0.0",
        "upload-length": `${MEGABYTE}`,
        "upload-metadata": `bucketName ${btoa("files")},objectName ${btoa("resumed")}`,
      },
    });
    const address = start.headers.get("location");
    const part =
      address &&
      (await fetch(address, {
        method: "PATCH",
        headers: {
          authorization: `Bearer ${backend.keys.serviceRole}`,
          "tus-resumable": "1.0.0",
          "upload-offset": "0",
          "content-type": "application/offset+octet-stream",
        },
        body: new Uint8Array(MEGABYTE),
      }));
    const refused = part || start;
    expect([refused.status, await refused.text()]).toEqual([500, DISK_FULL]);

    const { error } = await client.storage.from("files").remove(stored);
    expect(error).toBeNull();
    expect((await upload("after", MEGABYTE)).error).toBeNull();
  });

  it("while Postgres runs, reports a full disk in the log and to the callers of auth and REST, and recovers when space is free", async () => {
    await fill(0);
    let failure: AuthError | null = null;
    for (let count = 0; !failure; count += 1) {
      failure = (await createUser(`full-${count}@example.com`)).error;
    }
    expect([failure.status, failure.message]).toEqual([500, DISK_FULL]);
    expect(lines).toContain(`auth: POST /admin/users failed: ${DISK_FULL}`);
    const { error } = await insertText();
    expect([error?.code, error?.message]).toEqual(["53100", DISK_FULL]);
    expect(lines).toContain(`rest: POST failed: ${DISK_FULL}`);
    expect((await client.auth.admin.listUsers({ perPage: 1 })).error).toBeNull();

    await rm(filler);
    expect((await createUser("after@example.com")).error).toBeNull();
    expect((await insertText()).error).toBeNull();
    expect(lines.join("\n")).not.toContain("Postgres ended");
  });

  it("while Postgres cannot run, reports a full disk in the log and to the callers of REST, auth, storage and Realtime", async () => {
    await endPostgres();

    lines.length = 0;
    const { error } = await insertText();
    expect([error?.code, error?.message]).toEqual(["53100", DISK_FULL]);
    expect((await createUser("down@example.com")).error?.message).toBe(DISK_FULL);
    expect((await client.storage.from("files").list()).error?.message).toBe(DISK_FULL);
    expect((await upload("down", 1)).error?.message).toBe(DISK_FULL);
    const broadcast = await fetch(`${backend.urls.api}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { apikey: backend.keys.secret, "content-type": "application/json" },
      body: JSON.stringify({ messages: [{ topic: "t", event: "e", payload: {}, private: true }] }),
    });
    expect([broadcast.status, await broadcast.json()]).toEqual([500, { message: DISK_FULL }]);
    const joined = await new Promise((resolve) => {
      const channel = client.channel("t", { config: { private: true } });
      channel.subscribe((status, failure) => resolve([status, failure?.message]));
    });
    expect(joined).toEqual(["CHANNEL_ERROR", expect.stringContaining(DISK_FULL)]);
    await client.removeAllChannels();
    expect(lines).toEqual(
      expect.arrayContaining(
        [
          "rest: POST failed",
          "auth: POST /admin/users failed",
          "storage: POST failed",
          "realtime: broadcast failed",
          "realtime: a join failed",
        ].map((what) => `${what}: ${DISK_FULL}`),
      ),
    );
  });

  it("restarts Postgres each time that disk space becomes free again", async () => {
    for (const email of ["first@example.com", "second@example.com"]) {
      await endPostgres();
      await rm(filler);
      await expect.poll(async () => (await createUser(email)).error).toBeNull();
      expect((await upload(email, 1)).error).toBeNull();
    }
  });

  it("keeps running if Postgres ends while even the lock file cannot be written", async () => {
    await untilPostgresRuns();
    await fill(0);
    const { children = [] } = readLock(join(folder, "data")) ?? {};
    const postgres = children.find(({ name }) => name === "postgres");
    process.kill(postgres?.pid ?? Number.NaN, "SIGKILL");
    await expect.poll(() => lines).toContain(ENDED);
    await rm(filler);
    await expect.poll(async () => (await createUser("third@example.com")).error).toBeNull();
  });

  it("names the folder when a reset fails on a full disk, and resets when space is free", async () => {
    await untilPostgresRuns();
    await fill(0);
    const message = `The disk of ${join(folder, "data", "pg")} is full. Free up space, then try again.`;
    await expect(backend.reset()).rejects.toMatchObject({ code: "disk_full", message });
    const reset = await fetch(`${backend.urls.api}/local-backend/reset`, {
      method: "POST",
      headers: { apikey: backend.keys.secret },
    });
    expect([reset.status, await reset.json()]).toEqual([500, { message }]);
    expect(lines).toContain(`the reset failed: ${message}`);
    expect((await client.from("texts").select().limit(1)).error).toBeNull();
    await rm(filler);
    await backend.reset();
    expect((await insertText()).error).toBeNull();
  });

  it("refuses a reset while Postgres waits for space, but can be stopped", async () => {
    await endPostgres();
    await expect(backend.reset()).rejects.toMatchObject({ code: "disk_full" });
    await backend.stop();
    expect(readLock(join(folder, "data"))).toBeUndefined();
  });

  it("names the folder on the full disk when a start fails, and starts when space is free", async () => {
    const start = (name: string) =>
      startLocalBackend({ dir: project.dir, dataDir: join(folder, name), ports: FREE_PORTS });
    const refusal = (path: string) => ({
      code: "disk_full",
      message: `The disk of ${join(folder, path)} is full. Free up space, then try again.`,
    });
    await fill(0);
    await expect(start("new")).rejects.toMatchObject(refusal("new"));
    await expect(start("data")).rejects.toMatchObject(refusal("data"));
    await rm(filler);
    // Leave enough space for the keys, but not for a database cluster.
    await fill(8 * MEGABYTE);
    await expect(start("new")).rejects.toMatchObject(refusal("new"));
    await expect(start("data")).rejects.toMatchObject(refusal("data/pg"));
    await rm(filler);
    await (await start("data")).stop();
  });
});

afterAll(() => {
  if (isMounted) execFileSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
});
