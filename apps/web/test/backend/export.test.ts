import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { unwrap } from "@dossier/backend-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeArchive } from "@/features/export/archive/zip";
import { beginExport } from "@/features/export/mutations";
import { listExportFiles, openStored, streamEvents } from "@/features/export/queries";
import type { ExportPlan } from "@/features/export/types";
import { listSubmissions } from "@/features/review/queries";
import { type Firm, foundFirm, itemOf, submitText } from "./firm";
import { openStage, type Stage } from "./stage";

const FILES = 500;
const FILE_BYTES = 100_000;
/** Storing 500 files takes long on a busy machine. */
const TIMEOUT_MS = 120_000;

let stage: Stage;
let firm: Firm;
let storage: Awaited<ReturnType<typeof watchStorage>>;

const contentOf = (no: number) => Buffer.alloc(FILE_BYTES, `file ${no} `);

async function watchStorage(target: string) {
  const seen = { asked: 0, open: 0, mostOpen: 0, bytes: 0, cancelled: 0 };
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    seen.asked += 1;
    seen.open += 1;
    seen.mostOpen = Math.max(seen.mostOpen, seen.open);
    const { host: _, ...headers } = incoming.headers;
    const upstream = request(new URL(incoming.url ?? "", target), { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("data", (chunk: Buffer) => {
        seen.bytes += chunk.byteLength;
      });
      answer.pipe(outgoing);
    });
    upstream.end();
    outgoing.on("close", () => {
      seen.open -= 1;
      if (!outgoing.writableFinished) seen.cancelled += 1;
      upstream.destroy();
    });
  };
  const server = createServer(pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, close: () => server.close() };
}

async function fill(): Promise<void> {
  const itemId = await submitText(firm, "Business activity");
  const review = { item_id: itemId, decision: "accepted", expected_version: 2 };
  unwrap(await firm.owner.visit().db.rpc("review_item", review));
  const { urls, keys } = stage.backend;
  const paths = Array.from(
    { length: FILES },
    () => `${firm.orgId}/${firm.requestId}/${itemId}/${crypto.randomUUID()}.txt`,
  );
  for (const [no, path] of paths.entries()) {
    const answer = await fetch(`${urls.api}/storage/v1/object/documents/${path}`, {
      method: "POST",
      headers: { apikey: keys.secret, "content-type": "text/plain" },
      body: contentOf(no),
    });
    if (!answer.ok) throw new Error(`Object ${no} was refused: ${answer.status}.`);
  }
  const hashes = paths.map((_, no) => createHash("sha256").update(contentOf(no)).digest("hex"));
  await stage.sql(
    `insert into public.files (org_id, request_id, item_id, submission_id, uploader_id,
       uploader_kind, name, bytes, mime, detected_mime, sha256, path, status, shared_at)
     select s.org_id, s.request_id, s.item_id, s.id, s.author_id, 'contact', file.no || '.txt',
       $4, 'text/plain', 'text/plain', file.sha256, file.path, 'ready', now()
     from public.submissions s,
       unnest($2::text[], $3::text[]) with ordinality file (path, sha256, no)
     where s.item_id = $1`,
    [itemId, paths, hashes, FILE_BYTES],
  );
}

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "exports");
  storage = await watchStorage(stage.backend.urls.api);
  await fill();
}, TIMEOUT_MS);

afterAll(async () => {
  storage?.close();
  await stage?.close();
});

async function openArchive(): Promise<ReadableStream<Uint8Array>> {
  const { db } = firm.owner.visit();
  expect(await beginExport(db, firm.requestId)).toEqual({
    files: FILES,
    bytes: FILES * FILE_BYTES,
  });
  const args = { orgId: firm.orgId, requestId: firm.requestId };
  const files = await listExportFiles(db, args);
  const plan: ExportPlan = {
    firm: "Firm",
    client: "Client",
    title: "Annual accounts",
    exportedAt: new Date(0).toISOString(),
    timeZone: "Europe/London",
    rows: [],
    files: files.map((file) => ({ ...file, archivePath: `01-General/01-Files/${file.name}` })),
  };
  const { accessToken } = await firm.owner.visit().requireSession();
  return makeArchive(plan, {
    openFile: openStored({
      url: storage.url,
      anonKey: stage.backend.keys.publishable,
      accessToken,
      signal: new AbortController().signal,
    }),
    events: () => streamEvents(db, args),
  });
}

// S-2.28, S-9.20
test("an export of 500 files sends its first bytes before it opens a second file, and opens at most two at once", {
  timeout: TIMEOUT_MS,
}, async () => {
  const archive = await openArchive();
  const reader = archive.getReader();
  const first = await reader.read();
  expect(first.value?.byteLength).toBeGreaterThan(0);
  expect(storage.seen.asked).toBeLessThanOrEqual(1);

  let written = first.value?.byteLength ?? 0;
  let furthestAhead = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    written += value.byteLength;
    furthestAhead = Math.max(furthestAhead, storage.seen.asked - written / FILE_BYTES);
  }
  expect(storage.seen.asked).toBe(FILES);
  expect(storage.seen.mostOpen).toBeLessThanOrEqual(2);
  expect(furthestAhead).toBeLessThanOrEqual(2);
  expect(written).toBeGreaterThan(FILES * FILE_BYTES);
});

test("an export pauses while the browser does not read, and a canceled export closes its storage request", async () => {
  const before = { ...storage.seen };
  const reader = (await openArchive()).getReader();
  for (let taken = 0; taken < 3 * FILE_BYTES; )
    taken += (await reader.read()).value?.byteLength ?? 0;
  const asked = storage.seen.asked - before.asked;
  expect(asked).toBeLessThanOrEqual(5);
  await expect(reader.cancel(new Error("gone"))).rejects.toThrow("gone");
  await expect.poll(() => storage.seen.open).toBe(0);
  expect(storage.seen.asked - before.asked).toBe(asked);
});

test("listSubmissions returns all versions of a request with more than a thousand versions", async () => {
  const itemId = itemOf(firm, "Accepted answer");
  await stage.sql(
    `insert into public.submissions (org_id, request_id, item_id, no, status, author_id,
       decision_note, submitted_by, submitted_at, decided_by, decided_at)
     select s.org_id, s.request_id, $1, n, 'returned', s.author_id, 'Again, please.',
       s.submitted_by, s.submitted_at, s.decided_by, s.decided_at
     from public.submissions s, generate_series(1, 1100) n where s.item_id = $2`,
    [itemId, itemOf(firm, "Business activity")],
  );
  const { db } = firm.owner.visit();
  const args = { orgId: firm.orgId, requestId: firm.requestId };
  const submissions = await listSubmissions(db, args);
  expect(submissions).toHaveLength(1101);
  expect(submissions[0]?.no).toBe(1100);
});
