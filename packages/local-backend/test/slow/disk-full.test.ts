import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DISK_FULL } from "../../src/gateway/disk-full.ts";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject } from "../lifecycle/project.ts";

/** An empty cluster takes 40 MB, and its write-ahead log grows. */
const DISK = "160m";
const MEGABYTE = 1_048_576;

const folder = mkdtempSync(join(tmpdir(), "disk-full-"));
/** Only root may mount a file system. Some containers forbid it. */
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

describe.runIf(isMounted)("a full disk", () => {
  const project = createProject();
  const lines: string[] = [];
  let backend: LocalBackend;
  let client: SupabaseClient;

  beforeAll(async () => {
    // With `external`, PostgreSQL does not compress a text, so a row takes its full length on the
    // disk.
    project.write(
      "migrations/20990101000000_texts.sql",
      `create table public.texts (t text);
       alter table public.texts alter t set storage external;
       grant insert on public.texts to service_role;`,
    );
    backend = await startLocalBackend({
      dir: project.dir,
      dataDir: join(folder, "data"),
      ports: { api: 0, db: 0 },
      log: (line) => lines.push(line),
    });
    client = createClient(backend.urls.api, backend.keys.secret, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    await client.storage.createBucket("files");
  });

  afterAll(async () => {
    await backend?.stop();
    project.remove();
  });

  const upload = (name: string, bytes: number) =>
    client.storage.from("files").upload(name, new Uint8Array(bytes));

  it("reports a full disk to the caller of storage and in the log, and recovers when space is free", async () => {
    const stored: string[] = [];
    let failure: string | undefined;
    // Later uploads use the space that the large ones left.
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
    expect(statfsSync(folder).bavail * statfsSync(folder).bsize).toBeLessThan(MEGABYTE);
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

    const { error } = await client.storage.from("files").remove(stored.slice(0, 3));
    expect(error).toBeNull();
    expect((await upload("after", MEGABYTE)).error).toBeNull();
  });

  it("reports a full disk to the caller of REST and in the log", async () => {
    let failure: { code: string; message: string } | null = null;
    while (!failure) {
      failure = (await client.from("texts").insert({ t: "x".repeat(MEGABYTE) })).error;
    }
    expect(failure.code).toBe("53100");
    expect(failure.message).toBe(DISK_FULL);
    expect(lines).toContain(`rest: POST failed: ${DISK_FULL}`);
  });
});

afterAll(() => {
  if (isMounted) execFileSync("umount", ["-l", folder]);
  rmSync(folder, { recursive: true, force: true });
});
