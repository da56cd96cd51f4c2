import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { readStrictly } from "../../tests/support/inspection/strict-range.ts";
import type { Verification } from "../_shared/caller.ts";
import type { ObjectStore, SystemDatabase } from "../_shared/ports.ts";
import { createHandler } from "./handler.ts";

const FILE_ID = "6f1f7f0e-8d3b-4f57-9f5e-0d6a8f1b2c3d";
const PDF = new TextEncoder().encode("%PDF-1.7\n%%EOF");

interface FileRow {
  bucket: string;
  path: string;
  bytes: number;
  status: string;
  reject_code: string | null;
}

let file: FileRow | undefined;
let stored: Uint8Array | undefined;
let recorded: Record<string, unknown>[];
let isVisible: boolean;
let isClaimed: boolean;
let verification: Verification;
let opened: string[];

beforeEach(() => {
  file = {
    bucket: "documents",
    path: "o/r/i/f.pdf",
    bytes: PDF.length,
    status: "checking",
    reject_code: null,
  };
  stored = PDF;
  recorded = [];
  opened = [];
  isVisible = true;
  isClaimed = false;
  verification = { kind: "valid", claims: { sub: "user", role: "authenticated" } };
});

const database: SystemDatabase = {
  async rpc(name, parameters = {}) {
    if (name === "claim_inspection") {
      const isFree = file?.status === "checking" && !isClaimed;
      isClaimed ||= isFree;
      return isFree;
    }
    if (name === "get_inspection") return file ? [file] : [];
    if (name !== "record_inspection" || !file) throw new Error(`unexpected ${name}`);
    recorded.push(parameters);
    return [{ status: parameters.status, reject_code: parameters.reject_code }];
  },
};

const store: ObjectStore = {
  async open(bucket, path) {
    opened.push(`${bucket}/${path}`);
    return stored && new Blob([new Uint8Array(stored)]).stream();
  },
  read: async (_bucket, _path, start, end) => readStrictly(stored ?? PDF, start, end),
  remove: async () => 0,
};

async function call(
  body: unknown,
  headers: Record<string, string> = { authorization: "Bearer t" },
) {
  const handler = createHandler({
    database,
    store,
    serviceKeys: ["service-key"],
    verify: async () => verification,
    canSeeFile: async (token, fileId) => isVisible && token === "t" && fileId === FILE_ID,
  });
  const response = await handler(
    new Request("https://functions.example/inspect-file", {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  const answered = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answered };
}

// S-4.59
it("inspect-file records a valid PDF as ready, with its hash and type", async () => {
  expect(await call({ file_id: FILE_ID })).toEqual({
    status: 200,
    body: { file_id: FILE_ID, status: "ready", reject_code: null },
  });
  expect(opened).toEqual(["documents/o/r/i/f.pdf"]);
  expect(recorded).toEqual([
    {
      file_id: FILE_ID,
      status: "ready",
      detected_mime: "application/pdf",
      sha256: createHash("sha256").update(PDF).digest("hex"),
      reject_code: null,
    },
  ]);
});

// S-8.36
it("inspect-file records a file with the wrong type as rejected, with the reason", async () => {
  stored = new TextEncoder().encode("<script></script>");
  file = file && { ...file, bytes: stored.length };
  const { body } = await call({ file_id: FILE_ID });
  expect(body).toEqual({ file_id: FILE_ID, status: "rejected", reject_code: "type_mismatch" });
  expect(recorded[0]).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

it("inspect-file rejects a file whose bytes no longer exist", async () => {
  stored = undefined;
  const { body } = await call({ file_id: FILE_ID });
  expect(body.reject_code).toBe("upload_incomplete");
  expect(recorded[0]).toMatchObject({ status: "rejected", sha256: null });
});

it.each([
  ["ready", null],
  ["rejected", "macro"],
])(
  "inspect-file returns the state of a file that is %s, and does not read the file again",
  async (status, reject_code) => {
    file = file && { ...file, status, reject_code };
    expect((await call({ file_id: FILE_ID })).body).toEqual({
      file_id: FILE_ID,
      status,
      reject_code,
    });
    expect(opened).toEqual([]);
  },
);

it("inspect-file reads a file once, even if several calls request its inspection at the same time", async () => {
  const calls = Array.from({ length: 10 }, () => call({ file_id: FILE_ID }));
  const statuses = (await Promise.all(calls)).map(({ status, body }) => [status, body.status]);
  expect(opened).toEqual(["documents/o/r/i/f.pdf"]);
  expect(statuses.filter(([, status]) => status === "ready")).toEqual([[200, "ready"]]);
  expect(statuses.filter(([, status]) => status === "checking")).toHaveLength(9);
});

it("inspect-file returns upload_incomplete while the upload is in progress", async () => {
  file = file && { ...file, status: "uploading" };
  expect(await call({ file_id: FILE_ID })).toEqual({
    status: 409,
    body: { code: "upload_incomplete" },
  });
});

it("inspect-file returns the same error for a file that the caller may not see, a missing file and a removed file", async () => {
  const missing = { status: 404, body: { code: "not_found" } };
  isVisible = false;
  expect(await call({ file_id: FILE_ID })).toEqual(missing);
  isVisible = true;
  file = file && { ...file, status: "removed" };
  expect(await call({ file_id: FILE_ID })).toEqual(missing);
  file = undefined;
  expect(await call({ file_id: FILE_ID })).toEqual(missing);
  expect(opened).toEqual([]);
});

it("inspect-file lets a caller with the service key inspect any file", async () => {
  isVisible = false;
  verification = { kind: "invalid" };
  expect((await call({ file_id: FILE_ID }, { authorization: "Bearer service-key" })).status).toBe(
    200,
  );
});

it.each([[{}], [{ file_id: "x" }], ["not json"]])(
  "inspect-file rejects a request with the body %j",
  async (body) => {
    expect(await call(body)).toEqual({ status: 400, body: { code: "validation_failed" } });
  },
);

it("inspect-file rejects a caller without a session before it reads the body", async () => {
  verification = { kind: "invalid" };
  expect(await call("not json")).toEqual({ status: 401, body: { code: "unauthorized" } });
  expect((await call({ file_id: FILE_ID }, {})).status).toBe(401);
});
