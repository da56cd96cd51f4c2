import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { choosePostgresAccount } from "./account.ts";

const isRoot = process.getuid?.() === 0;
const above = mkdtempSync(join(tmpdir(), "account-"));
const binDir = join(above, "installation", "bin");
const dataDir = join(above, "data");
const lines: string[] = [];

beforeEach(() => {
  rmSync(above, { recursive: true });
  mkdirSync(binDir, { recursive: true });
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(binDir, "postgres"), "");
  chmodSync(above, 0o755);
  lines.length = 0;
});
afterAll(() => rmSync(above, { recursive: true }));

const choose = (asRoot = true) =>
  choosePostgresAccount({ binDir, dataDir, isRoot: asRoot, log: (line) => lines.push(line) });

const inPlace = { wrapper: [], binDir, clusterDir: join(dataDir, "pg") };

test("chooses the current user for Postgres if that user is not root", () => {
  expect(choose(false)).toEqual(inPlace);
});

test.runIf(isRoot)(
  "chooses an unprivileged account for Postgres if root starts the backend and the account can enter the folders",
  () => {
    expect(choose()).toEqual({ ...inPlace, uid: expect.any(Number), gid: expect.any(Number) });
    expect(choose().uid).toBeGreaterThan(0);
    expect(lines).toEqual([]);
  },
);

test.runIf(isRoot)("chooses the cluster's owner for Postgres if root starts the backend", () => {
  mkdirSync(join(dataDir, "pg"));
  writeFileSync(join(dataDir, "pg", "PG_VERSION"), "17\n");
  chownSync(join(dataDir, "pg"), 4242, 4343);
  expect(choose()).toEqual({ ...inPlace, uid: 4242, gid: 4343 });
});

test.runIf(isRoot)(
  "chooses a user namespace for Postgres if root starts the backend in a folder that other accounts cannot enter",
  ({ skip }) => {
    const namespace = spawnSync("unshare", ["--user", "--map-user=1000", "true"]);
    skip(namespace.status !== 0, "this system offers no namespaces");
    chmodSync(above, 0o700);
    const { wrapper, ...rest } = choose();
    expect(wrapper).toEqual(["unshare", "--user", "--map-user=1000", "--map-group=1000"]);
    expect(rest).toEqual({ binDir, clusterDir: join(dataDir, "pg") });
  },
);
