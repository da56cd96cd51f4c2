import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { LocalBackend } from "../../src/index.ts";
import type { Outcome } from "./page.ts";
import { type RawAnswer, rawCall } from "./raw-call.ts";
import { credentialsOf, openSigner, USER_A } from "./storage-callers.ts";
import { pathOf } from "./storage-links.ts";
import { answerText, canonical, masked, recordedForm } from "./storage-text.ts";

interface RecordedCall {
  n: number;
  group: string;
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
  realBody: string | null;
  realHeaders?: Record<string, string | null>;
}

/** Database rows that differed between the two services in the recording. Null is a missing row. */
interface RecordedRows {
  n: number;
  group: string;
  name: string;
  database: [real: string | null, ours: string | null][];
}

export function readRecordedCalls(): (RecordedCall | RecordedRows)[] {
  return readFileSync(join(import.meta.dirname, "storage.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((record) => "request" in record || "database" in record);
}

/**
 * Headers that are not compared: the recorded service ran without the gateway that sets the CORS
 * headers and `vary`, and only the local backend sends the last two.
 */
const GATEWAY_HEADERS =
  /^(access-control-|keep-alive$|vary$|content-security-policy$|x-content-type)/;

/** Values for the headers that the recording masks. */
const MASKED_HEADERS: Readonly<Record<string, Record<string, string>>> = {
  "IMS future": { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" },
  "IMS past": { "if-modified-since": "Sat, 01 Jan 2000 00:00:00 GMT" },
  "if-unmodified-since past": { "if-unmodified-since": "Sat, 01 Jan 2000 00:00:00 GMT" },
};

/** Bodies that are too long for the recording. */
const LONG_BODIES: Readonly<Record<string, () => unknown>> = {
  "batch 600": () => ({ expiresIn: 60, paths: namesUpTo(600) }),
  "batch 1001": () => ({ expiresIn: 60, paths: namesUpTo(1001) }),
};

const namesUpTo = (count: number) => Array.from({ length: count }, (_, n) => `${USER_A}/n${n}`);

const ROWS: Readonly<Record<string, string>> = {
  "DB buckets": `select id as k, json_build_object('k', id, 'name', name, 'owner', owner,
      'owner_id', owner_id, 'public', public, 'file_size_limit', file_size_limit::text,
      'allowed_mime_types', allowed_mime_types) as row
    from storage.buckets`,
  "DB objects": `select bucket_id || '/' || name as k, json_build_object(
      'k', bucket_id || '/' || name, 'owner', owner, 'owner_id', owner_id,
      'path_tokens', path_tokens, 'v', version is not null,
      'm', metadata - 'eTag' - 'lastModified', 'etag', metadata ->> 'eTag', 'um', user_metadata,
      'keys', (select json_agg(key order by key) from jsonb_object_keys(metadata) as key)) as row
    from storage.objects`,
};

export interface Replay {
  backend: LocalBackend;
  database: pg.Client;
  advance(milliseconds: number): void;
}

export async function replayStorage(
  { backend, database, advance }: Replay,
  reasonFor: (call: { group: string; name: string }) => string | undefined,
): Promise<Outcome[]> {
  const signer = await openSigner(backend);
  const answers = new Map<string, string>();
  const outcomes: Outcome[] = [];
  const add = (group: string, name: string, real: string, ours: string) => {
    const reason = reasonFor({ group, name });
    outcomes.push({
      call: `${group}: ${name}`,
      real,
      ours,
      ...(reason !== undefined && { reason }),
    });
  };
  for (const record of readRecordedCalls()) {
    if ("database" in record) {
      for (const row of await compareRows(database, record)) {
        add(record.group, `row ${row.key}`, row.real, row.ours);
      }
      continue;
    }
    const { group, name, request } = record;
    if (group === "sign" && name === "expired") advance(2000);
    const path = await pathOf(record.path, name, { answers, signer, backend });
    const credentials = await credentialsOf(signer, backend, { as: request.as, name });
    const answer = await send(backend, record, path, credentials);
    answers.set(name, answer.body);
    add(group, name, realText(record), ourText(record, answer));
  }
  return outcomes;
}

function send(
  backend: LocalBackend,
  { name, method, request }: RecordedCall,
  path: string,
  credentials: Record<string, string>,
): Promise<RawAnswer> {
  const json = LONG_BODIES[name]?.() ?? request.bodyJson;
  const body =
    json !== undefined
      ? JSON.stringify(json)
      : request.bodyBytes !== undefined
        ? bytesOf(name, request.bodyBytes)
        : request.bodyText;
  return rawCall(backend.urls.api, {
    method,
    path: `/storage/v1${path}`,
    headers: {
      ...credentials,
      ...(json !== undefined && { "content-type": "application/json" }),
      ...request.headers,
      ...MASKED_HEADERS[name],
    },
    ...(body !== undefined && { body }),
    isChunked: name === "chunked",
  });
}

/** The byte that fills these bodies. All other bodies contain the bytes 0, 1, 2 and so on. */
const FILLINGS: Readonly<Record<string, number>> = { "1MB": 1, "5MB": 2, "60MB": 3 };

function bytesOf(name: string, length: number): Buffer {
  const filling = FILLINGS[name];
  if (filling !== undefined) return Buffer.alloc(length, filling);
  return Buffer.from(Array.from({ length }, (_, n) => n % 256));
}

function realText({ realStatus, realBody, realHeaders = {} }: RecordedCall): string {
  const compared = Object.entries(realHeaders).filter(([name]) => !GATEWAY_HEADERS.test(name));
  return answerText(realStatus, masked(realBody ?? ""), Object.fromEntries(compared));
}

function ourText({ realBody, realHeaders = {} }: RecordedCall, answer: RawAnswer): string {
  const compared = Object.keys(realHeaders)
    .filter((name) => !GATEWAY_HEADERS.test(name))
    .map((name) => [name, headerOf(answer, name)] as const);
  const body = recordedForm(answer.body);
  return answerText(answer.status, cutLike(body, realBody ?? ""), Object.fromEntries(compared));
}

/** Cuts the body to the recorded length if the recording cut off the real body. */
function cutLike(body: string, real: string): string {
  const isCut = real.length === 2000 || real.length === 6000;
  return isCut ? body.slice(0, real.length) : body;
}

function headerOf(answer: RawAnswer, name: string): string | null {
  const value = answer.headers[name];
  return value === undefined ? null : String(value);
}

async function compareRows(database: pg.Client, { name, database: pairs }: RecordedRows) {
  const { rows } = await database.query<{ k: string; row: unknown }>(ROWS[name] ?? "");
  const current = new Map(rows.map(({ k, row }) => [k, canonical(row)]));
  return pairs.map(([real, ours]) => {
    const key: string = JSON.parse(real ?? ours ?? "{}").k;
    return {
      key: key.length > 80 ? `${key.slice(0, 20)}… (${key.length} characters)` : key,
      real: real === null ? "no row" : canonical(JSON.parse(real)),
      ours: current.get(key) ?? "no row",
    };
  });
}
