import { expect, test } from "vitest";
import { hasSharedMemory } from "./memory-directory.ts";

const TMPFS = 0x01021994;
const EXT4 = 0xef53;
const GIB = 1024 ** 3;
const fileSystem = (type: number, free: number) => () => ({
  type,
  bsize: 4096,
  bavail: Math.floor(free / 4096),
});

test("hasSharedMemory returns true if 2 GiB of /dev/shm are free", () => {
  expect(hasSharedMemory({}, fileSystem(TMPFS, 2 * GIB))).toBe(true);
});

test.each([
  ["has less than 2 GiB free", fileSystem(TMPFS, 2 * GIB - 4096)],
  ["is a folder on a disk", fileSystem(EXT4, 100 * GIB)],
  [
    "does not exist",
    () => {
      throw new Error("ENOENT");
    },
  ],
])("hasSharedMemory returns false if /dev/shm %s", (_, readFileSystem) => {
  expect(hasSharedMemory({}, readFileSystem)).toBe(false);
});

test("hasSharedMemory returns false if TMPDIR is set", () => {
  expect(hasSharedMemory({ TMPDIR: "/scratch" }, fileSystem(TMPFS, 24 * GIB))).toBe(false);
});
