import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { nextRunAt } from "../../src/functions/cron.ts";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, type Project } from "./functions-project.ts";

interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

let project: Project;
let backend: LocalBackend;
let database: pg.Client;
let listener: Server;
let address: string;
const received: Received[] = [];

beforeAll(async () => {
  listener = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method, url: path, headers } = request;
      received.push({ method, path, headers, body });
      if (path === "/never") return;
      response.writeHead(202, { "content-type": "text/plain", "x-answer": "yes" }).end("taken");
    });
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const bound = listener.address();
  address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`;

  project = createProject(
    {},
    `create table public.runs (job text, who text, at timestamptz default clock_timestamp());
     select cron.schedule('from-migration', '1 second', $$insert into public.runs values ('migration', current_user)$$);`,
  );
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: { api: 0, db: 0 } });
  database = await connect();
});

afterAll(async () => {
  await database?.end();
  await backend?.stop();
  listener?.closeAllConnections();
  listener?.close();
  project?.remove();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(backend.urls.db);
  await client.connect();
  return client;
}

const schedule = (name: string, when: string, command: string) =>
  database.query("select cron.schedule($1, $2, $3) as id", [name, when, command]);
const rowsOf = async (text: string, values: unknown[] = []) =>
  (await database.query(text, values)).rows;
const answerTo = async (id: string) =>
  (await rowsOf("select * from net._http_response where id = $1", [id])).at(0);

it("runs a job from a migration as the role that ran the migration, and records the run", async () => {
  await vi.waitFor(
    async () => {
      const [run] = await rowsOf("select who from runs where job = 'migration' limit 1");
      expect(run).toEqual({ who: "postgres" });
      const [details] = await rowsOf(
        `select d.status, d.username from cron.job_run_details d join cron.job j using (jobid)
         where j.jobname = 'from-migration' order by d.runid limit 1`,
      );
      expect(details).toEqual({ status: "succeeded", username: "postgres" });
    },
    { timeout: 10_000 },
  );
});

it("runs a job with the rights of the role that scheduled the job, and shows this role only its own jobs", async () => {
  await database.query(`
    create role reporter;
    grant reporter to postgres;
    grant usage on schema cron to reporter;
    grant select, insert, update, delete on cron.job to reporter;
    grant select on cron.job_run_details to reporter;
    grant execute on all functions in schema cron to reporter;
    create table public.reports (who text);
    grant insert on public.reports to reporter;
    create table public.secrets (who text);
  `);
  await database.query("set role reporter");
  await schedule("report", "1 second", "insert into public.reports values (current_user)");
  await schedule("pry", "1 second", "insert into public.secrets values (current_user)");
  const outcomes = () =>
    rowsOf(
      `select distinct j.jobname, d.username, d.status, d.return_message
       from cron.job_run_details d join cron.job j using (jobid)
       where d.status <> 'running' order by 1`,
    );
  await vi.waitFor(async () => expect(await outcomes()).toHaveLength(2), { timeout: 10_000 });
  expect(await outcomes()).toEqual([
    {
      jobname: "pry",
      username: "reporter",
      status: "failed",
      return_message: "permission denied for table secrets",
    },
    { jobname: "report", username: "reporter", status: "succeeded", return_message: "" },
  ]);
  expect(await rowsOf("select cron.unschedule('report'), cron.unschedule('pry')")).toHaveLength(1);
  await expect(database.query("select cron.unschedule('from-migration')")).rejects.toThrow(
    "could not find valid entry",
  );
  await database.query("reset role");
  expect(await rowsOf("select distinct who from public.reports")).toEqual([{ who: "reporter" }]);
});

it("runs the rest of a job as postgres, not as the cluster's owner, after the job commits or resets its role", async () => {
  await database.query("create table public.whos (job text, who text)");
  const note = (job: string) => `insert into public.whos values ('${job}', current_user)`;
  await schedule("commits", "1 second", `commit; ${note("commits")}`);
  await schedule("resets", "1 second", `reset role; ${note("resets")}`);
  const who = () => rowsOf("select distinct job, who from public.whos order by job");
  await vi.waitFor(async () => expect(await who()).toHaveLength(2), { timeout: 10_000 });
  expect(await who()).toEqual([
    { job: "commits", who: "postgres" },
    { job: "resets", who: "postgres" },
  ]);
  await rowsOf("select cron.unschedule('commits'), cron.unschedule('resets')");
});

it("lets a trigger call net.http_post for any role that writes a row", async () => {
  await database.query(`
    create table public.orders (id int);
    grant insert on public.orders to anon, authenticated;
    create function public.tell() returns trigger language plpgsql as $$
      begin perform net.http_post('${address}/orders', to_jsonb(new)); return new; end $$;
    create trigger tell after insert on public.orders
      for each row execute function public.tell();`);
  for (const role of ["anon", "authenticated"]) {
    await database.query(`set role ${role}; insert into public.orders values (7); reset role`);
  }
  await expect.poll(() => received.filter(({ path }) => path === "/orders")).toHaveLength(2);
});

it("records jobs and their runs in the same columns as pg_cron", async () => {
  const [job] = await rowsOf("select * from cron.job where jobname = 'from-migration'");
  expect(job).toMatchObject({
    schedule: "1 second",
    command: expect.stringContaining("insert into public.runs"),
    username: "postgres",
    database: "postgres",
    active: true,
  });
  const [run] = await rowsOf(
    "select * from cron.job_run_details where jobid = $1 and status = 'succeeded' limit 1",
    [job.jobid],
  );
  expect(run).toMatchObject({ command: job.command, username: "postgres", return_message: "" });
  expect(run.end_time.getTime()).toBeGreaterThanOrEqual(run.start_time.getTime());
});

it("replaces a job that has the same name, and removes a job with unschedule", async () => {
  const first = await schedule("twice", "1 second", "insert into runs values ('old', 'x')");
  const second = await schedule("twice", "1 second", "insert into runs values ('new', 'x')");
  expect(second.rows[0].id).toBe(first.rows[0].id);
  await vi.waitFor(
    async () => expect(await rowsOf("select from runs where job = 'new'")).not.toHaveLength(0),
    { timeout: 10_000 },
  );
  expect(await rowsOf("select cron.unschedule('twice') as done")).toEqual([{ done: true }]);
  await expect(database.query("select cron.unschedule('twice')")).rejects.toThrow(
    "could not find valid entry for job 'twice'",
  );
});

it("records why a job failed, and runs it again at its next scheduled time", async () => {
  await schedule("broken", "1 second", "select 1 / 0");
  await vi.waitFor(
    async () => {
      const failures = await rowsOf(
        "select return_message from cron.job_run_details where status = 'failed' and command = 'select 1 / 0'",
      );
      expect(failures.length).toBeGreaterThan(1);
      expect(failures[0]).toEqual({ return_message: "division by zero" });
    },
    { timeout: 10_000 },
  );
  await database.query("select cron.unschedule('broken')");
});

it.each([
  ["four fields", "* * * *"],
  ["60 seconds", "60 seconds"],
  ["0 seconds", "0 seconds"],
  ["minute 60", "60 * * * *"],
  ["month 13", "0 0 1 13 *"],
  ["step 0", "*/0 * * * *"],
  ["the name @reboot", "@reboot"],
])("refuses an invalid schedule: %s", async (_title, when) => {
  await expect(schedule("bad", when, "select 1")).rejects.toThrow("invalid schedule");
});

it.each([
  ["*/5 * * * *", "2026-01-01T00:05:00Z"],
  ["0 9 * * mon-fri", "2026-01-01T09:00:00Z"],
  ["15,45 0-6/2 1 jan 0", "2026-01-01T00:15:00Z"],
  ["59 seconds", "2026-01-01T00:00:59Z"],
  ["@daily", "2026-01-02T00:00:00Z"],
  ["@midnight", "2026-01-02T00:00:00Z"],
  ["@weekly", "2026-01-04T00:00:00Z"],
])(
  "accepts the schedule %s, whose next run after 2026-01-01T00:00:00Z is at %s",
  async (when, next) => {
    await schedule("good", when, "select 1");
    const [job] = await rowsOf("select * from cron.job where jobname = 'good'");
    expect(job).toMatchObject({ schedule: when, command: "select 1", active: true });
    // 1 January 2026 is a Thursday.
    const due = nextRunAt(job.schedule, Date.parse("2026-01-01T00:00:00Z"));
    expect(due).toBe(Date.parse(next));
    await database.query("select cron.unschedule('good')");
    expect(await rowsOf("select from cron.job where jobname = 'good'")).toEqual([]);
  },
);

it("refuses to assign a job to another role", async () => {
  const [job] = await rowsOf("select jobid from cron.job where jobname = 'from-migration'");
  await expect(
    database.query("select cron.alter_job($1, username := 'supabase_admin')", [job.jobid]),
  ).rejects.toThrow("as another role");
});

it.each([
  "insert into cron.job (schedule, command) values ('* * * * *', 'select 1')",
  "update cron.job set active = false",
  "delete from cron.job where jobname = 'nobody'",
])("like pg_cron, refuses a direct write to the table of jobs: %s", async (statement) => {
  const refusal = { code: "42501", message: "permission denied for table job" };
  await expect(database.query(statement)).rejects.toMatchObject(refusal);
  await database.query("set session_replication_role = replica");
  await expect(database.query(statement)).rejects.toMatchObject(refusal);
  await database.query("reset session_replication_role");
});

it("refuses to schedule a job as another role even while triggers are disabled", async () => {
  await database.query("set session_replication_role = replica");
  await expect(
    database.query(
      "select cron.schedule_in_database('other', '@daily', 'select 1', 'postgres', 'supabase_admin')",
    ),
  ).rejects.toThrow("as another role");
  await database.query("reset session_replication_role");
});

it("cron.alter_job changes a job by its id, and an unknown job causes an error", async () => {
  const [{ id }] = (await schedule("changed", "@daily", "select 1")).rows;
  await database.query("select cron.alter_job($1, schedule := '@hourly', active := false)", [id]);
  const [job] = await rowsOf("select * from cron.job where jobid = $1", [id]);
  expect(job).toMatchObject({ schedule: "@hourly", command: "select 1", active: false });
  await database.query("select cron.unschedule('changed')");
  for (const call of ["alter_job(-1, active := true)", "unschedule(-1)", "unschedule('x')"]) {
    await expect(database.query(`select cron.${call}`)).rejects.toMatchObject({ code: "XX000" });
  }
});

it("sends a queued HTTP request after the commit and stores the response", async () => {
  await database.query("begin");
  const [{ id }] = await rowsOf(
    `select net.http_post(url := $1, body := '{"a": 1}', headers := '{"x-key": "k"}') as id`,
    [`${address}/hook`],
  );
  await database.query("commit");
  await expect
    .poll(() => answerTo(id))
    .toMatchObject({
      status_code: 202,
      content: "taken",
      timed_out: false,
      headers: { "x-answer": "yes" },
    });
  expect(received.at(-1)).toMatchObject({ method: "POST", path: "/hook", body: '{"a": 1}' });
  expect(received.at(-1)?.headers["x-key"]).toBe("k");
});

it("sends no HTTP request if the transaction is rolled back", async () => {
  await database.query("begin");
  await database.query("select net.http_post(url := $1)", [`${address}/rolled-back`]);
  await database.query("rollback");
  await database.query("select net.http_post(url := $1)", [`${address}/after`]);
  await expect.poll(() => received.at(-1)?.path).toBe("/after");
  expect(received.map((request) => request.path)).not.toContain("/rolled-back");
});

it("records that an HTTP request timed out", async () => {
  const [{ id }] = await rowsOf(
    "select net.http_post(url := $1, timeout_milliseconds := 50) as id",
    [`${address}/never`],
  );
  await expect.poll(() => answerTo(id)).toMatchObject({ timed_out: true, status_code: null });
});

it.each([
  [`net.http_get($1, '{"a": "ä b&=%"}')`, "GET", "/get?a=%C3%A4%20b%26%3D%25", ""],
  [`net.http_get($1)`, "GET", "/get", ""],
  [`net.http_delete($1 || '?x=1', '{"b": "2", "a": "1"}')`, "DELETE", "/get?x=1&a=1&b=2", ""],
  [`net.http_delete($1, body := '{"c": 3}')`, "DELETE", "/get", '{"c": 3}'],
  [`net.http_post($1, '{"d": 4}', '{"e": "5"}')`, "POST", "/get?e=5", '{"d": 4}'],
])("sends the HTTP request of the call %s", async (call, method, path, body) => {
  const [{ id }] = await rowsOf(`select ${call} as id`, [`${address}/get`]);
  await expect.poll(() => answerTo(id)).toMatchObject({ status_code: 202 });
  expect(received.at(-1)).toMatchObject({ method, path, body });
});

it("refuses an HTTP request to a URL that is not http or https", async () => {
  for (const call of ["http_post('file:///etc')", "http_get('ftp://a')", "http_delete('x')"]) {
    await expect(database.query(`select net.${call}`)).rejects.toThrow("url must start with");
  }
});

it("continues to run the migration's jobs after a reset", async () => {
  await database.end();
  await backend.reset();
  database = await connect();
  await vi.waitFor(
    async () =>
      expect(await rowsOf("select from runs where job = 'migration'")).not.toHaveLength(0),
    { timeout: 10_000 },
  );
});
