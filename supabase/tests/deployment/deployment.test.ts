import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compare, GUIDE_ENTRIES } from "./guide-entries.ts";
import { type RecordedCall, startManagementApi } from "./management-api.ts";
import { PROJECT_REF, runCli } from "./run-cli.ts";

const root = join(import.meta.dirname, "../../..");
const guide = readFileSync(join(root, "docs/deployment.md"), "utf8").replace(/\s+/g, " ");
const config = readFileSync(join(root, "supabase/config.toml"), "utf8");

const PUSH = ["config", "push", `--remote=${PROJECT_REF}`];
const SECRETS = [
  "secrets",
  "set",
  "SITE_URL=https://dossier.example.com",
  `--remote=${PROJECT_REF}`,
];
const DEPLOY = ["functions", "deploy", `--remote=${PROJECT_REF}`, "--use-api"];

/**
 * Records the calls that change something. Leaves out the last call of a deployment, which only
 * sends the responses to the earlier calls again.
 */
async function record(args: readonly string[], text?: string) {
  const api = await startManagementApi();
  try {
    const { status, output } = await runCli(args, api.url, text);
    expect(status, output).toBe(0);
    const calls = api.calls.filter(
      ({ call }) => !call.startsWith("GET ") && call !== "PUT /functions",
    );
    return { output, calls };
  } finally {
    await api.close();
  }
}

let push: Awaited<ReturnType<typeof record>>;
let pushed: RecordedCall[];
beforeAll(async () => {
  push = await record(PUSH);
  const others = [await record(SECRETS), await record(DEPLOY)];
  pushed = [push, ...others].flatMap(({ calls }) => calls);
});

test("the deployment guide lists every setting that the Supabase CLI pushes, with its value", () => {
  expect(compare(GUIDE_ENTRIES, pushed, guide)).toEqual([]);
});

test("comparing the guide with the CLI reports a setting that only the guide lists", () => {
  const calls = pushed.filter(({ call }) => call !== "PATCH /config/storage");
  expect(compare(GUIDE_ENTRIES, calls, guide)).toEqual([
    "PATCH /config/storage fileSizeLimit: the guide says 104857600, the CLI pushes nothing",
  ]);
});

test("comparing the guide with the CLI reports a setting that only the CLI pushes", () => {
  const entries = GUIDE_ENTRIES.filter(({ path }) => path !== "mailer_otp_length");
  expect(compare(entries, pushed, guide)).toEqual([
    "PATCH /config/auth mailer_otp_length: the CLI pushes 8, the guide has no entry",
  ]);
});

test("comparing the guide with the CLI reports a sentence that is missing from the guide", () => {
  const [entry] = GUIDE_ENTRIES;
  if (!entry) throw new Error("The table is empty.");
  const [first, ...others] = compare(
    GUIDE_ENTRIES,
    pushed,
    guide.replaceAll(entry.sentence, "gone"),
  );
  expect(first).toContain(`the guide does not say "${entry.sentence}"`);
  for (const other of others) expect(other).toContain("the guide does not say");
});

test("comparing the guide with the CLI reports a value that changed in config.toml", async () => {
  expect(config).toContain("otp_length = 8");
  const { calls: changed } = await record(PUSH, config.replace("otp_length = 8", "otp_length = 6"));
  const rest = pushed.filter(({ call }) => !changed.some((other) => other.call === call));
  expect(compare(GUIDE_ENTRIES, [...changed, ...rest], guide)).toEqual([
    "PATCH /config/auth mailer_otp_length: the guide says 8, the CLI pushes 6",
  ]);
});

test("`config push` prints that it loads the overrides in [remotes.production]", () => {
  const line = "Loading config override: [remotes.production]";
  expect(guide).toContain(`\`${line}\` (*run*)`);
  expect(push.output).toContain(line);
});

test("without --remote, `db push` targets the local database", async () => {
  expect(guide).toContain("`supabase db push --remote=<ref>`");
  expect((await record(["db", "push", "--help"])).output).toContain("Local by default.");
});

test("`config push` leaves out email_sent if config.toml has no SMTP server", async () => {
  expect(guide).toContain("`config push` leaves out `email_sent` (*run*)");
  const withoutSmtp = config.replace(/\[auth\.email\.smtp\]\n[^[]*/, "");
  const { calls } = await record(PUSH, withoutSmtp);
  const differences = compare(GUIDE_ENTRIES, calls, guide);
  expect(differences.filter((line) => line.includes("rate_limit"))).toEqual([
    "PATCH /config/auth rate_limit_email_sent: the guide says 3000, the CLI pushes nothing",
  ]);
});

test("`config diff` lists what `config push` would change, and changes nothing", async () => {
  expect(guide).toContain("lists what a push would change (*run*)");
  const { output, calls } = await record(["config", "diff", `--remote=${PROJECT_REF}`]);
  expect(calls).toEqual([]);
  const differing = (text: string) =>
    text.match(/^[\w.]+ \[(?:update|local-only|remote-only)\]\n.*\n.*$/gm) ?? [];
  expect(differing(push.output)).toContain(
    'auth.site_url [update]\n  local:  "https://dossier.example.com"\n  remote: "http://localhost:3000"',
  );
  expect(differing(output)).toEqual(differing(push.output));
});

/** For each key, its line in config.toml and the line that the test replaces it with. */
const LOCAL_KEYS: Record<string, [string, string]> = {
  project_id: ['project_id = "dossier"', 'project_id = "other"'],
  "api.port": ["port = 54321", "port = 50001"],
  "api.auto_expose_new_tables": ["auto_expose_new_tables = false", "auto_expose_new_tables = true"],
  "db.port": ["port = 54322", "port = 50002"],
  "db.major_version": ["major_version = 17", "major_version = 15"],
  "db.migrations.schema_paths": ['"./schemas/*.sql"', '"./other/*.sql"'],
  "realtime.enabled": ["[realtime]\nenabled = true", "[realtime]\nenabled = false"],
  "storage.enabled": ["[storage]\nenabled = true", "[storage]\nenabled = false"],
  "storage.buckets.documents": ["[storage.buckets.documents]", "[storage.buckets.others]"],
  "storage.buckets.images": ['file_size_limit = "32KiB"', 'file_size_limit = "64KiB"'],
  "auth.enabled": ["[auth]\nenabled = true", "[auth]\nenabled = false"],
  "auth.site_url": ['"http://127.0.0.1:3000"', '"http://127.0.0.1:4000"'],
  "auth.additional_redirect_urls": ['"http://localhost:3000/**"', '"http://localhost:4000/**"'],
  "auth.hook.send_email.uri": ["http://host.docker.internal:54321", "http://other.internal:54321"],
  "edge_runtime.enabled": ["[edge_runtime]\nenabled = true", "[edge_runtime]\nenabled = false"],
};

test("changing the settings that the guide calls local-only does not change what `config push` sends", async () => {
  const [, list = ""] = guide.split("apply on your machine only (*run*): ");
  const named = list.split(". ")[0]?.match(/(?<=`)[\w.]+(?=`)/g);
  expect(named).toEqual(Object.keys(LOCAL_KEYS));
  let changed = config;
  for (const [before, after] of Object.values(LOCAL_KEYS)) {
    expect(changed).toContain(before);
    changed = changed.replace(before, after);
  }
  expect((await record(PUSH, changed)).calls).toEqual(push.calls);
});
