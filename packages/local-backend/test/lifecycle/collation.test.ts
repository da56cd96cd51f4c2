import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, FREE_PORTS, type Project } from "./project.ts";

const MIGRATION = `create table public.names (v text);
  insert into public.names values ('zebra'), ('Ärger'), ('apfel'), ('Zoo'), ('Müller');
  grant select on public.names to anon;`;

const HOSTED = {
  folded: ["äöü", "ÄÉ", "Ärger"],
  words: [true, true, "Äpfel"],
  searched: true,
  order: "apfel,Ärger,Müller,zebra,Zoo",
};

async function changeAsOwner(backend: LocalBackend, change: string): Promise<void> {
  const { passwords } = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  const url = new URL(backend.urls.db);
  url.username = "supabase_admin";
  url.password = passwords.supabase_admin;
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await client.query("set allow_system_table_mods = on");
    await client.query(change);
  } finally {
    await client.end();
  }
}

async function textOf(backend: LocalBackend): Promise<unknown> {
  const client = new pg.Client(backend.urls.db);
  await client.connect();
  try {
    const { rows } = await client.query(`select
      array[lower('ÄÖÜ'), upper('äé'), initcap('ärger')] as folded,
      jsonb_build_array('ä' ~ '\\w', 'é' ~ '[[:alpha:]]', regexp_replace('Äpfel', '\\W', '', 'g')) as words,
      to_tsvector('simple', 'MÜLLER') @@ to_tsquery('simple', 'müller') as searched,
      (select string_agg(v, ',' order by v) from public.names) as order`);
    return rows[0];
  } finally {
    await client.end();
  }
}

let project: Project;
beforeEach(() => {
  project = createProject();
  project.write("migrations/20260103000000_names.sql", MIGRATION);
});
afterEach(() => project.remove());

test("treats letters outside ASCII as hosted Supabase does when it sorts, matches and changes case", async () => {
  const backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
  try {
    expect(await textOf(backend)).toEqual(HOSTED);
    const guest = createClient(backend.urls.api, backend.keys.publishable);
    const found = await guest.from("names").select("v").ilike("v", "*MÜLLER*");
    expect(found.data).toEqual([{ v: "Müller" }]);
    const { data } = await guest.from("names").select("v").order("v").limit(2);
    expect(data).toEqual([{ v: "apfel" }, { v: "Ärger" }]);
    await backend.reset();
    expect(await textOf(backend)).toEqual(HOSTED);
  } finally {
    await backend.stop();
  }
});

describe("the backend with stored data", () => {
  const logged: string[] = [];
  const start = () =>
    startLocalBackend({
      dir: project.dir,
      dataDir: project.dataDir,
      ports: FREE_PORTS,
      log: (line) => logged.push(line),
    });
  beforeEach(() => {
    logged.length = 0;
  });

  const entry = (change: string) => `update pg_database set ${change} where datname = 'postgres'`;

  async function restartAfter(change: string): Promise<LocalBackend> {
    const first = await start();
    try {
      await changeAsOwner(first, change);
    } finally {
      await first.stop();
    }
    expect(logged.join("\n")).not.toContain("ICU");
    expect(logged.join("\n")).not.toContain("sorts by bytes");
    return start();
  }

  test("warns about a database that sorts by bytes, keeps its rows, and replaces the database on a reset", async () => {
    const backend = await restartAfter(
      entry("datlocprovider = 'c', datlocale = null, datctype = 'C', datcollversion = null"),
    );
    try {
      expect(logged).toContainEqual(expect.stringContaining("sorts by bytes"));
      expect(await textOf(backend)).toMatchObject({ order: "Müller,Zoo,apfel,zebra,Ärger" });
      await backend.reset();
      expect(await textOf(backend)).toEqual(HOSTED);
    } finally {
      await backend.stop();
    }
  });

  test("logs only once that it rebuilds the indexes after the version of ICU changes", async () => {
    const backend = await restartAfter(entry("datcollversion = '1'"));
    try {
      expect(logged).toContainEqual(expect.stringContaining("indexes are rebuilt"));
    } finally {
      await backend.stop();
    }
    logged.length = 0;
    await (await start()).stop();
    expect(logged.join("\n")).not.toContain("indexes are rebuilt");
  });
});
