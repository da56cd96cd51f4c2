import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeArchive } from "@/features/export/archive/zip";
import type { ExportPlan, PlacedFile } from "@/features/export/types";

const CHUNK = 4 * 1024;
const CHUNKS_PER_FILE = 16;
const FILES = 500;

const bytes = new Uint8Array(CHUNK).fill(7);
const hash = createHash("sha256");
for (let no = 0; no < CHUNKS_PER_FILE; no += 1) hash.update(bytes);
const sha256 = hash.digest("hex");

function planOf(count: number, overrides: Partial<PlacedFile> = {}): ExportPlan {
  return {
    firm: "Harbour & Lane",
    client: "Bramble",
    title: "Accounts",
    exportedAt: "2026-01-31T10:00:00.000Z",
    timeZone: "Europe/London",
    rows: [],
    files: Array.from({ length: count }, (_, index) => ({
      id: `file-${index}`,
      itemId: "item",
      submissionId: "submission",
      name: `${index}.bin`,
      bytes: CHUNK * CHUNKS_PER_FILE,
      sha256,
      path: `path/${index}`,
      uploadedAt: "2026-01-30T10:00:00.000Z",
      archivePath: `01-Bank/01-Statements/${index}.bin`,
      ...overrides,
    })),
  };
}

function countingSources() {
  const counted = { read: 0, opened: 0 };
  return {
    counted,
    sources: {
      openFile: async () => {
        counted.opened += 1;
        let left = CHUNKS_PER_FILE;
        return new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              if (left === 0) return controller.close();
              left -= 1;
              counted.read += CHUNK;
              controller.enqueue(bytes);
            },
          },
          { highWaterMark: 0 },
        );
      },
      async *events() {
        yield '{"id":1}\n';
      },
    },
  };
}

describe("makeArchive", () => {
  it("sends its first bytes before it reads more than one chunk, and fails with the reader's reason if the reader cancels", async () => {
    const { counted, sources } = countingSources();
    const reader = makeArchive(planOf(FILES), sources).getReader();
    const first = await reader.read();
    expect(first.value?.byteLength).toBeGreaterThan(0);
    expect(counted.read).toBeLessThanOrEqual(CHUNK);
    await expect(reader.cancel(new Error("gone"))).rejects.toThrow("gone");
  });

  it("never reads more than four chunks ahead while it writes 500 files", async () => {
    const { counted, sources } = countingSources();
    let written = 0;
    let furthest = 0;
    for await (const part of makeArchive(planOf(FILES), sources)) {
      written += part.byteLength;
      furthest = Math.max(furthest, counted.read - written);
    }
    expect(counted.opened).toBe(FILES);
    expect(written).toBeGreaterThan(FILES * CHUNKS_PER_FILE * CHUNK);
    expect(furthest).toBeLessThanOrEqual(4 * CHUNK);
  });

  it("fails if the stored bytes of a file differ from the accepted bytes", async () => {
    const { sources } = countingSources();
    const archive = makeArchive(planOf(1, { sha256: "0".repeat(64) }), sources);
    await expect(new Response(archive).arrayBuffer()).rejects.toThrow(/fingerprint/);
  });
});
