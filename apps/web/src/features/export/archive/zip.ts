import { createHash } from "node:crypto";
import { makeZip } from "client-zip";
import { toCsv, toHtml, toManifest } from "@/features/export/archive/documents";
import type { ExportPlan, PlacedFile } from "@/features/export/types";

/** The archive opens one source at a time, only when it needs the bytes. */
export type ExportSources = {
  openFile: (file: PlacedFile) => Promise<ReadableStream<Uint8Array>>;
  /** Each event is JSON text that ends with a line break. */
  events: () => AsyncIterable<string>;
};

/** Throws after the last byte if the stored bytes differ from the accepted file. */
async function* checked(
  file: PlacedFile,
  stored: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const hash = createHash("sha256");
  for await (const chunk of stored) {
    hash.update(chunk);
    yield chunk as Uint8Array<ArrayBuffer>;
  }
  if (hash.digest("hex") !== file.sha256) {
    throw new Error(`The stored content of file ${file.id} does not match its fingerprint.`);
  }
}

async function* listEntries(plan: ExportPlan, sources: ExportSources) {
  const lastModified = new Date(plan.exportedAt);
  yield { name: "index.html", input: toHtml(plan), lastModified };
  yield { name: "index.csv", input: toCsv(plan.rows, plan.timeZone), lastModified };
  for (const file of plan.files) {
    const stored = await sources.openFile(file);
    yield {
      name: file.archivePath,
      input: checked(file, stored),
      size: file.bytes,
      lastModified: new Date(file.uploadedAt),
    };
  }
  yield { name: "manifest-sha256.txt", input: toManifest(plan.files), lastModified };
  yield { name: "events.jsonl", input: sources.events(), lastModified };
}

/**
 * Reads the files on demand, so memory does not grow with their size. If a file is missing or
 * differs from the accepted file, the stream fails, so that the browser does not keep an incomplete
 * archive.
 */
export function makeArchive(plan: ExportPlan, sources: ExportSources): ReadableStream<Uint8Array> {
  return makeZip(listEntries(plan, sources));
}
