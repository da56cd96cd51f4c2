import { join } from "node:path";
import pg from "pg";
import type { ConfigOverrides } from "../../../src/config/schema.ts";
import { type LocalBackend, startLocalBackend } from "../../../src/index.ts";
import type { TestClock } from "../../compat/clock.ts";

export const SERVERS = ["conf", "auto", "off"] as const;
export type ServerName = (typeof SERVERS)[number];

export interface Server {
  backend: LocalBackend;
  database: pg.Client;
}

function settingsOf(name: ServerName): NonNullable<ConfigOverrides["auth"]> {
  return {
    site_url: "http://127.0.0.1:3000",
    additional_redirect_urls: ["https://app.example.com/**"],
    password_requirements: name === "auto" ? "" : "letters_digits",
    // Allows the calls that test rate limits to choose their IP addresses.
    sb_forwarded_for_enabled: true,
    enable_signup: name !== "off",
    enable_anonymous_sign_ins: name === "auto",
    // These limits are never reached. A separate server tests the rate limits.
    rate_limit: { token_refresh: 1e6, sign_in_sign_ups: 1e6, token_verifications: 1e6 },
    email: {
      enable_confirmations: name !== "auto",
      max_frequency: "60s",
      secure_password_change: true,
    },
    mfa: {
      max_enrolled_factors: 5,
      totp: { enroll_enabled: name !== "auto", verify_enabled: name !== "auto" },
    },
  };
}

export async function startServer(
  name: ServerName,
  clock: TestClock,
  overrides: NonNullable<ConfigOverrides["auth"]> = {},
): Promise<Server> {
  const backend = await startLocalBackend({
    dir: join(import.meta.dirname, "../../fixture/supabase"),
    memory: true,
    ports: { api: 0, db: 0 },
    now: clock.now,
    config: { auth: { ...settingsOf(name), ...overrides } },
  });
  const database = new pg.Client(backend.urls.db);
  await database.connect();
  return { backend, database };
}

export async function stopServer({ backend, database }: Server): Promise<void> {
  await database.end();
  await backend.stop();
}
