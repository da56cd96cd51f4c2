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

/** Calls to paths other than `/rest/v1/…`. */
const OTHER_PATHS = new Set([
  ...["/rest/v1 no slash", "rest/v1x", "/rest/v2", "root path", "rest-admin", "graphql"],
]);

const project = writeProject(readSetup());
let backend: LocalBackend;
let signer: Signer;
let outcomes: Outcome[];

function bodyOf({ request: { bodyJson, bodyText, bodyBytes } }: RestRecord) {
  if (bodyJson !== undefined) return JSON.stringify(bodyJson);
  // The recording contains only the length of this body, because it is compressed.
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
  // PostgreSQL takes planned counts from statistics.
  await database.query("analyze");
  await database.end();
  const records = readRecords<RestRecord>("rest.jsonl");
  // PostgreSQL checks the schema of the functions in a prepared call only until it has a generic
  // plan.
  const first = records.filter(({ name }) => name === "auth: role authenticator");
  const byPlace = new Map<number, Outcome>();
  for (const record of [...first, ...records]) {
    if (!byPlace.has(record.n)) byPlace.set(record.n, await replay(record));
  }
  outcomes = [...byPlace].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
}, 300_000);
afterAll(async () => {
  await backend?.stop();
  project.remove();
});

test("has a declaration for every difference from the recorded responses", () => {
  expect(undeclared(outcomes)).toEqual([]);
});

test("has no declaration for a call with the same response", () => {
  expect(outdated(outcomes)).toEqual([]);
});

test("keeps the compatibility page up to date with this run's responses", async () => {
  const about = [
    "Calls to PostgREST 12.0.2 behind a gateway with hosted's keys, in the order of one run, made again by",
    "`test/slow/recorded-rest.test.ts`. Compared are the status, the error or the shape of the body, and",
    "PostgREST's headers. Headers of the gateway are left out.",
  ].join("\n");
  await expect(renderPage({ title: "REST", about, outcomes })).toMatchFileSnapshot(
    "../../compatibility/rest.md",
  );
});
