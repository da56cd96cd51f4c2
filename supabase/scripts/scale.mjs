// Fails if a query of the largest firm takes more than 1.2 times as long with row-level security as
// without it. Usage: node scripts/scale.mjs [--items 1000000] [--firms 1000] [--runs 200]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startLocalBackend } from "@dossier/local-backend";
import pg from "pg";
import { compare, timeCalls } from "./scale/measure.mjs";

const MAX_RATIO = 1.2;

const { values: options } = parseArgs({
  options: {
    items: { type: "string", default: "1000000" },
    firms: { type: "string", default: "1000" },
    runs: { type: "string", default: "200" },
  },
});
const runs = Number(options.runs);

const backend = await startLocalBackend({
  dir: join(import.meta.dirname, ".."),
  memory: true,
  seed: false,
  ports: { api: 0, db: 0 },
});
const db = new pg.Client(backend.urls.db);
try {
  await db.connect();
  await db.query("select cron.unschedule('sweep')");
  await fill();
  if (await measure()) process.exitCode = 1;
} finally {
  await db.end();
  await backend.stop();
}

async function fill() {
  const start = performance.now();
  await db.query(
    "select set_config('scale.items', $1, false), set_config('scale.firms', $2, false)",
    [options.items, options.firms],
  );
  await db.query(readFileSync(join(import.meta.dirname, "scale/fill.sql"), "utf8"));
  await db.query("vacuum (analyze)");
  const { rows } = await db.query(
    `select (select count(*) from public.items) as items, (select count(*) from public.files) as files,
      (select count(*) from public.requests) as requests`,
  );
  const { items, files, requests } = rows[0];
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${requests} requests, ${items} items, ${files} files in ${seconds} s\n`);
}

async function measure() {
  let isOver = false;
  console.log("with RLS: median, p95 · bypassed: median · ratio of medians (milliseconds)");
  for (const rank of [1, Number(options.firms)]) {
    const { rows } = await db.query("select * from firms where rank = $1", [rank]);
    const firm = rows[0];
    console.log(`\n${rank === 1 ? "largest" : "smallest"} firm, ${firm.requests} requests`);
    for (const [name, query] of Object.entries(queriesOf(firm))) {
      const { rls, bypassed } = await compare(db, { userId: firm.member_id, query, runs });
      const ratio = rls.median / bypassed.median;
      if (rank === 1 && ratio > MAX_RATIO) isOver = true;
      const verdict = ratio > MAX_RATIO ? ` over ${MAX_RATIO}×` : "";
      print(name, rls, `${format(bypassed.median)}  ${ratio.toFixed(2)}×${verdict}`);
    }
    await measureFunctions(firm);
  }
  return isOver;
}

function queriesOf({ org_id: org }) {
  return {
    "list: inbox, 50 oldest": `select * from public.items where org_id = '${org}'
      and status = 'submitted' and submitted_at is not null order by submitted_at, id limit 51`,
    "list: inbox with request and client": `select i.id, i.title, i.submitted_at, asked.*
      from public.items i
      left join lateral (
        select r.title as request_title, firm_client.name from public.requests r
        left join lateral (
          select c.name from public.clients c where c.org_id = r.org_id and c.id = r.client_id
        ) firm_client on true
        where r.org_id = i.org_id and r.id = i.request_id
      ) asked on true
      where i.org_id = '${org}' and i.status = 'submitted' and i.submitted_at is not null
      order by i.submitted_at, i.id limit 51`,
    "count: inbox": `select count(*) from public.items where org_id = '${org}'
      and status = 'submitted' and submitted_at is not null`,
    "list: open requests, 50 by due date": `select * from public.requests where org_id = '${org}'
      and status = 'open' order by due_on, id limit 50`,
    "count: requests": `select count(*) from public.requests where org_id = '${org}'`,
  };
}

async function measureFunctions(firm) {
  const { rows: submitted } = await db.query(
    `select i.id, f.path from public.items i join public.files f on f.item_id = i.id
    where i.org_id = $1 and i.status = 'submitted' limit $2`,
    [firm.org_id, Math.max(runs, 21)],
  );
  const cases = [
    ["policy of one document, staff", firm.member_id, "select private.may_read($1)", "path"],
    [
      "policy of one document, contact",
      firm.contact_user_id,
      "select private.may_read($1)",
      "path",
    ],
    [
      "review_item",
      firm.member_id,
      "select public.review_item($1, 'returned', 'Page two is missing.')",
      "id",
    ],
  ];
  for (const [name, userId, query, column] of cases) {
    const values = submitted.map((row) => [row[column]]);
    if (values.length > 0) print(name, await timeCalls(db, { userId, query, values }), "");
  }
  const query =
    "select * from public.items where request_id = any ((select private.my_request_ids())::uuid[])";
  const values = Array.from({ length: runs }, () => []);
  print(
    "contact's items",
    await timeCalls(db, { userId: firm.contact_user_id, query, values }),
    "",
  );
}

function print(name, times, rest) {
  console.log(`${name.padEnd(40)} ${format(times.median)} ${format(times.p95)}   ${rest}`);
}

function format(milliseconds) {
  return milliseconds.toFixed(2).padStart(8);
}
