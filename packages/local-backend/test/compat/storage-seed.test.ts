import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { keyClient } from "./storage-people.ts";

let dir: string;
let backend: LocalBackend;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "storage-seed-"));
  mkdirSync(join(dir, "seed/docs/org/request"), { recursive: true });
  writeFileSync(join(dir, "seed/docs/org/request/a file.pdf"), "%PDF-1.7");
  writeFileSync(join(dir, "seed/docs/top.csv"), "a,b\n");
  writeFileSync(join(dir, "seed/docs/.DS_Store"), "noise");
  writeFileSync(
    join(dir, "config.toml"),
    `[storage.buckets.docs]\nobjects_path = "./seed/docs"\nallowed_mime_types = ["application/pdf", "text/csv"]\n`,
  );
  backend = await startLocalBackend({ dir, memory: true, ports: { api: 0, db: 0 } });
});

afterAll(async () => {
  await backend.stop();
  rmSync(dir, { recursive: true });
});

test("uploads the files below a bucket's objects_path on the first start and on a reset", async () => {
  const docs = keyClient(backend, "secret").storage.from("docs");
  const expectSeeded = async () => {
    const file = await docs.download("org/request/a file.pdf");
    expect(file.data?.type).toBe("application/pdf");
    expect(await file.data?.text()).toBe("%PDF-1.7");
    expect((await docs.info("top.csv")).data).toMatchObject({ contentType: "text/csv", size: 4 });
    expect((await docs.list()).data?.map(({ name }) => name)).toEqual(["org", "top.csv"]);
  };
  await expectSeeded();
  await docs.remove(["top.csv"]);
  await backend.reset();
  await expectSeeded();
});

test("the error names the path of a seed file whose type the bucket refuses", async () => {
  const path = join(dir, "seed/docs/picture.png");
  writeFileSync(path, "x");
  const start = startLocalBackend({ dir, memory: true, ports: { api: 0, db: 0 } });
  await expect(start).rejects.toThrow(/docs.*picture\.png, because its type is image\/png/);
  rmSync(path);
});

test("the error names the path of a seed file whose name storage refuses", async () => {
  const path = join(dir, "seed/docs/müller.csv");
  writeFileSync(path, "x");
  const start = startLocalBackend({ dir, memory: true, ports: { api: 0, db: 0 } });
  await expect(start).rejects.toThrow(/docs.*müller\.csv, because its name is not valid/);
  rmSync(path);
});

test("the error names a missing objects_path folder", async () => {
  const start = startLocalBackend({
    dir,
    memory: true,
    ports: { api: 0, db: 0 },
    config: { storage: { buckets: { docs: { objects_path: "./nowhere" } } } },
  });
  await expect(start).rejects.toThrow(/nowhere.*docs/);
});
