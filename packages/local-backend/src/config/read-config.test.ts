import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "./read-config.ts";
import type { ConfigOverrides } from "./schema.ts";
import { parseBytes, parseDurationSeconds } from "./units.ts";

const projectDir = mkdtempSync(join(tmpdir(), "config-"));
afterAll(() => rmSync(projectDir, { recursive: true }));

/** All tables of the config.toml that `supabase init` creates. */
const INITIAL = `
project_id = "demo"
[api]
enabled = true
port = 54321
schemas = ["public", "graphql_public"]
[api.tls]
enabled = false
cert_path = "../certs/cert.pem"
[db]
port = 54322
shadow_port = 54320
major_version = 17
[db.pooler]
enabled = false
pool_mode = "transaction"
[db.migrations]
enabled = true
schema_paths = []
[db.network_restrictions]
enabled = false
allowed_cidrs = ["0.0.0.0/0"]
[realtime]
enabled = true
ip_version = "IPv4"
[studio]
enabled = true
port = 54323
openai_api_key = "env(OPENAI_API_KEY)"
[inbucket]
enabled = true
port = 54324
[storage]
enabled = true
[storage.s3_protocol]
enabled = false
[auth]
enabled = true
[auth.email.smtp]
enabled = false
pass = "env(MAIL_PASSWORD)"
[auth.sms]
enable_signup = false
template = "Your code is {{ .Code }}"
[auth.sms.twilio]
enabled = false
auth_token = "env(TWILIO_TOKEN)"
[auth.mfa.phone]
enroll_enabled = false
max_frequency = "5s"
[auth.external.apple]
enabled = false
secret = "env(APPLE_SECRET)"
[auth.third_party.clerk]
enabled = false
[auth.oauth_server]
enabled = false
authorization_url_path = "/oauth/consent"
[edge_runtime]
enabled = true
policy = "per_worker"
inspector_port = 8083
deno_version = 2
[analytics]
enabled = true
port = 54327
[experimental]
s3_host = "env(S3_HOST)"
`;

function read(toml: string, overrides?: ConfigOverrides, environment = {}) {
  const warnings: string[] = [];
  writeFileSync(join(projectDir, "config.toml"), toml);
  const config = readConfig({
    projectDir,
    overrides,
    environment,
    warn: (line) => warnings.push(line),
  });
  return { config, warnings };
}

test("uses the defaults of the Supabase CLI if there is no config.toml", () => {
  const config = readConfig({
    projectDir: join(projectDir, "none"),
    environment: {},
    warn: () => undefined,
  });
  expect(config.api.port).toBe(54321);
  expect(config.auth).toMatchObject({
    jwt_expiry: 3600,
    email: { otp_length: 6, max_frequency: 1 },
  });
  expect(config.storage.file_size_limit).toBe(50 * 1024 * 1024);
});

test("merges overrides into config.toml key by key, but replaces lists", () => {
  const { config } = read(
    '[auth]\njwt_expiry = 60\nsite_url = "http://a.test"\nadditional_redirect_urls = ["x", "y"]\n',
    { auth: { jwt_expiry: 5, additional_redirect_urls: ["z"] } },
  );
  expect(config.auth).toMatchObject({
    jwt_expiry: 5,
    site_url: "http://a.test",
    additional_redirect_urls: ["z"],
  });
});

test("splits redirect patterns at commas, as hosted Supabase does", () => {
  const urls = ["https://{x,y}.example.com/*", "https://a.test,https://b.test"];
  const { config } = read("", { auth: { additional_redirect_urls: urls } });
  expect(config.auth.additional_redirect_urls).toEqual([
    ...["https://{x", "y}.example.com/*", "https://a.test", "https://b.test"],
  ]);
});

test("resolves env(NAME) in a value of config.toml, and warns about a missing variable", () => {
  const toml = '[edge_runtime.secrets]\nA = "env(ONE)"\nB = "env(TWO)"\n';
  const { config, warnings } = read(toml, undefined, { ONE: "1" });
  expect(config.edge_runtime.secrets).toEqual({ A: "1", B: "" });
  expect(warnings).toEqual([expect.stringContaining("TWO")]);
});

test("warns about an unsupported key only when the key is enabled", () => {
  const { warnings } = read(
    "[auth.external.github]\nenabled = true\n[auth.external.apple]\nenabled = false\n" +
      "[storage.image_transformation]\nenabled = true\n",
  );
  expect(warnings).toEqual([
    expect.stringContaining("storage.image_transformation"),
    expect.stringContaining("auth.external.github"),
  ]);
});

test("warns once about each unknown key or, for an unknown table, only about the table", () => {
  const { warnings } = read(
    '[auth]\njwt_expirey = 5\n[auth.email]\notp_lenght = 8\n[vault]\na = "1"\n[vault.more]\nb = 2\n' +
      "[storage.buckets.a]\npublick = true\n[functions.hello]\nverify = false\n",
  );
  const named = ["auth.jwt_expirey", "auth.email.otp_lenght", "vault", "storage.buckets.a.publick"];
  expect(warnings).toEqual(
    [...named, "functions.hello.verify"].map(
      (key) => `config.toml: ${key} is not read by the local backend`,
    ),
  );
});

test("for the config.toml of `supabase init`, warns only about the unsupported features that the file enables", () => {
  const { warnings } = read(INITIAL);
  expect(warnings).toEqual(
    ["studio", "analytics"].map(
      (key) => `config.toml: ${key} is not supported by the local backend`,
    ),
  );
});

test("ignores the settings in [remotes.NAME] without a warning", () => {
  const own = '[auth]\nsite_url = "http://127.0.0.1:3000"\n';
  const remote = `[remotes.production]
project_id = "abcdefghijklmnopqrst"
[remotes.production.api]
port = 1
[remotes.production.auth]
site_url = "https://app.example.com"
jwt_expirey = 5
[remotes.production.auth.hook.send_email]
enabled = true
uri = "https://abcdefghijklmnopqrst.supabase.co/functions/v1/auth-email"
secrets = "env(REMOTE_HOOK_SECRET)"
`;
  expect(read(own + remote)).toEqual(read(own));
});

test("converts an environment variable to the boolean or number that the key requires", () => {
  const toml =
    '[api]\nport = "env(PORT)"\n[auth]\nenable_signup = "env(OPEN)"\nsite_url = "env(DIGITS)"\n';
  const { config } = read(toml, undefined, { PORT: "5000", OPEN: "false", DIGITS: "7" });
  expect(config).toMatchObject({ api: { port: 5000 }, auth: { enable_signup: false } });
  expect(config.auth.site_url).toBe("7");
  expect(() => read(toml, undefined, { PORT: "many" })).toThrow("api.port");
});

test.each([
  ['[auth]\njwt_expiry = "soon"\n', "auth.jwt_expiry"],
  ['[storage]\nfile_size_limit = "large"\n', "storage.file_size_limit"],
  ['[auth]\nadditional_redirect_urls = ["https://[a-.b/*"]\n', "auth.additional_redirect_urls.0"],
  ['[auth]\nadditional_redirect_urls = ["https://[a,b].c/"]\n', "auth.additional_redirect_urls.0"],
  ["[auth\n", "not valid TOML"],
])(
  "refuses a config.toml with the content %j, and reports the invalid key or the syntax error",
  (toml, named) => {
    expect(() => read(toml)).toThrow(expect.objectContaining({ code: "bad_config" }));
    expect(() => read(toml)).toThrow(named);
  },
);

test("parses durations and sizes in config.toml as the Supabase CLI does", () => {
  expect(["1s", "1m30s", "24h", "500ms", "0"].map(parseDurationSeconds)).toEqual([
    1, 90, 86_400, 0.5, 0,
  ]);
  expect(["", "s", "1", "1d", "1s "].map(parseDurationSeconds)).toEqual(Array(5).fill(undefined));
  expect(["50MiB", "5MB", "1024", "1.5k", "x"].map(parseBytes)).toEqual([
    52_428_800,
    5_242_880,
    1024,
    1536,
    undefined,
  ]);
});

test("generates a secret for the Send Email hook if its variable is unset, and passes the same secret to functions", () => {
  const toml = `[auth.hook.send_email]
enabled = true
uri = "http://127.0.0.1:54321/functions/v1/auth-email"
secrets = "env(HOOK_SECRET)"
[edge_runtime.secrets]
HOOK = "env(HOOK_SECRET)"
`;
  const { config: first } = read(toml);
  const secrets = first.auth.hook.send_email?.secrets;
  expect(secrets).toMatch(/^v1,whsec_[A-Za-z0-9+/]{43}=$/);
  expect(first.edge_runtime.secrets.HOOK).toBe(secrets);
  expect(read(toml).config.auth.hook.send_email?.secrets).not.toBe(secrets);
  const { config } = read(toml, undefined, { HOOK_SECRET: "v1,whsec_YQ==" });
  expect(config.auth.hook.send_email?.secrets).toBe("v1,whsec_YQ==");
});
