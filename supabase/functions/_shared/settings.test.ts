import { expect, it } from "vitest";
import { readSettings } from "./settings.ts";

const ENVIRONMENT = {
  SUPABASE_URL: "http://127.0.0.1:54321/",
  SUPABASE_ANON_KEY: "anon",
  SUPABASE_SERVICE_ROLE_KEY: "service",
  SITE_URL: "https://dossier.example/",
  MAIL_API_URL: "https://mail.example/emails",
  MAIL_API_KEY: "mail-key",
};

it("reads what a deployment configures", () => {
  expect(readSettings({ ...ENVIRONMENT, MAIL_FROM: "post@dossier.example" })).toEqual({
    supabaseUrl: "http://127.0.0.1:54321",
    anonKey: "anon",
    serviceKey: "service",
    serviceKeys: ["service"],
    siteUrl: "https://dossier.example",
    mailApiUrl: "https://mail.example/emails",
    mailApiKey: "mail-key",
    mailFrom: "post@dossier.example",
  });
});

it("takes every secret key for the service's, and no empty one", () => {
  const { serviceKeys } = readSettings({
    ...ENVIRONMENT,
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1","other":"sb_secret_2","empty":""}',
  });
  expect(serviceKeys).toEqual(["service", "sb_secret_1", "sb_secret_2"]);
});

it("survives secret keys it cannot read", () => {
  expect(readSettings({ ...ENVIRONMENT, SUPABASE_SECRET_KEYS: "{" }).serviceKeys).toEqual([
    "service",
  ]);
});

it("names a missing variable, never a value", () => {
  const { MAIL_API_KEY: _, ...rest } = ENVIRONMENT;
  expect(() => readSettings(rest)).toThrow("Environment: MAIL_API_KEY is missing or malformed");
  expect(() => readSettings({ ...ENVIRONMENT, SITE_URL: "s3cret" })).toThrow(/^(?!.*s3cret)/);
});
