import { gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { reasonForRest } from "../recorded/declared-rest.ts";
import { type Outcome, outdated, renderPage, undeclared } from "../recorded/page.ts";
import { writeProject } from "../recorded/project.ts";
import { rawCall } from "../recorded/raw-call.ts";
import { readRecords, readSetup } from "../recorded/records.ts";
import { restCredentials } from "../recorded/rest-callers.ts";
import { recordedBody, restText } from "../recorded/rest-text.ts";
import { openSigner, type Signer } from "../recorded/storage-callers.ts";

interface RestRecord {
  n: number;
  name: string;
  method: string;
  path: string;
  request: {
    as: string;
    headers: Record<string, string>;
    bodyJson?: unknown;
    bodyText?: string;
    bodyBytes?: number;
  };
  realStatus: number;
  realBody: string;
  realHeaders: Record<string, string>;
}

const OTHER_PATHS = new Set([
  ...["/rest/v1 no slash", "rest/v1x", "/rest/v2", "root path", "rest-admin", "graphql"],
]);

const project = writeProject(readSetup());
let backend: LocalBackend;
let signer: Signer;
let outcomes: Outcome[];

function bodyOf({ request: { bodyJson, bodyText, bodyBytes } }: RestRecord) {
  if (bodyJson !== undefined) return JSON.stringify(bodyJson);
  // The recording contains only the length of this compressed body.
  return bodyBytes === undefined ? bodyText : gzipSync('{"title":"x"}');
}

async function replay(record: RestRecord): Promise<Outcome> {
  const { name, method, request } = record;
  const { keys } = backend;
  const presented = await restCredentials({ as: request.as, name }, { signer, keys });
  const path = record.path
    .replace("sb_publishable_<key>", keys.publishable)
    .replace("sb_secret_<key>", keys.secret);
  const body = bodyOf(record);
  const answer = await rawCall(backend.urls.api, {
    method,
    path: OTHER_PATHS.has(name) ? path : `/rest/v1${path}`,
    headers: { ...request.headers, ...presented },
    ...(body === undefined ? {} : { body }),
  });
  const answered = answer.body
    .replaceAll(keys.publishable, "sb_publishable_<key>")
    .replaceAll(keys.secret, "sb_secret_<key>");
  const reason = reasonForRest(name);
  return {
    call: `${record.n} ${name}`,
    real: restText(record.realStatus, record.realBody ?? "", record.realHeaders ?? {}),
    ours: restText(answer.status, recordedBody(answered), answer.headers),
    ...(reason === undefined ? {} : { reason }),
  };
}

beforeAll(async () => {
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: { api: 0, db: 0 } });
  signer = await openSigner(backend);
  const database = new pg.Client(backend.urls.db);
  await database.connect();
  // Planned counts (`count=planned`) come from the statistics, so update them.
  await database.query("analyze");
  await database.end();
  const records = readRecords<RestRecord>("rest.jsonl");
  outcomes = [];
  for (const record of records) outcomes.push(await replay(record));
}, 300_000);
afterAll(async () => {
  await backend?.stop();
  project.remove();
});

test("every REST response that differs from the recorded response has a declared reason", () => {
  expect(undeclared(outcomes)).toEqual([]);
});

test("every declared reason is about a REST response that differs from the recorded response", () => {
  expect(outdated(outcomes)).toEqual([]);
});

test("the compatibility page about REST matches this run's responses", async () => {
  const about = [
    "Calls to PostgREST 12.0.2 behind a gateway with hosted's keys, in the order of one run, made again by",
    "`test/slow/recorded-rest.test.ts`. The comparison covers the status, the error or the shape of the",
    "body, and PostgREST's headers. It leaves out the headers of the gateway.",
  ].join("\n");
  await expect(renderPage({ title: "REST", about, outcomes })).toMatchFileSnapshot(
    "../../compatibility/rest.md",
  );
});
