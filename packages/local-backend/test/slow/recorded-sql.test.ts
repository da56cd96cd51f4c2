import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { reasonForSql } from "../recorded/declared-sql.ts";
import { type Outcome, outdated, renderPage, undeclared } from "../recorded/page.ts";
import { writeProject } from "../recorded/project.ts";
import { readRecords, readSetup } from "../recorded/records.ts";

interface SqlRecord {
  what: string;
  sql: string;
  real: string;
}

const project = writeProject(readSetup());
let backend: LocalBackend;
let outcomes: Outcome[];

async function answer(client: pg.Client, sql: string): Promise<string> {
  try {
    await client.query("begin");
    const result: unknown = await client.query(sql);
    const last = ([result].flat().at(-1) ?? { rows: [] }) as pg.QueryResult;
    return `ok ${JSON.stringify(last.rows)}`;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return `${code} ${message}`;
  } finally {
    await client.query("rollback");
  }
}

/** Masks positions in the write-ahead log, which differ in each run. */
const masked = (text: string) => text.replaceAll(/\b[0-9A-F]+\/[0-9A-F]{6,}\b/g, "<lsn>");

async function replay({ what, sql, real }: SqlRecord): Promise<Outcome> {
  const client = new pg.Client(backend.urls.db);
  await client.connect();
  try {
    const ours = masked(await answer(client, sql));
    const reason = reasonForSql(what);
    return { call: what, real: masked(real), ours, ...(reason === undefined ? {} : { reason }) };
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: { api: 0, db: 0 } });
  outcomes = [];
  for (const record of readRecords<SqlRecord>("sql.jsonl")) outcomes.push(await replay(record));
});
afterAll(async () => {
  await backend?.stop();
  project.remove();
});

test("every SQL result that differs from the recorded result has a declared reason", () => {
  expect(undeclared(outcomes)).toEqual([]);
});

test("every declared reason is about an SQL result that differs from the recorded result", () => {
  expect(outdated(outcomes)).toEqual([]);
});

test("the compatibility page about SQL matches this run's results", async () => {
  const about =
    "Statements of `postgres`, each in a transaction of its own that is rolled back. Recorded on PostgreSQL 15 with the platform's roles and schemas; the local backend runs PostgreSQL 17.";
  await expect(renderPage({ title: "SQL", about, outcomes })).toMatchFileSnapshot(
    "../../compatibility/sql.md",
  );
});
