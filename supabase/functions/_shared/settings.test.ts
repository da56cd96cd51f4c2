import { expect, it } from "vitest";
import { readSettings } from "./settings.ts";

const ENVIRONMENT = {
  SUPABASE_URL: "http://127.0.0.1:54321/",
  SUPABASE_ANON_KEY: "anon",
  SUPABASE_SERVICE_ROLE_KEY: "service",
  SITE_URL: "https://dossier.example/",
  EMAIL_API_URL: "https://mail.example/emails",
  EMAIL_API_KEY: "email-key",
};

it("readSettings reads the settings of a deployed project", () => {
  expect(readSettings({ ...ENVIRONMENT, EMAIL_FROM: "post@dossier.example" })).toEqual({
    supabaseUrl: "http://127.0.0.1:54321",
    publishableKey: "anon",
    secretKey: "service",
    serviceKeys: ["service"],
    siteUrl: "https://dossier.example",
    emailApiUrl: "https://mail.example/emails",
    emailApiKey: "email-key",
    emailFrom: "post@dossier.example",
  });
});

it("readSettings prefers named keys to legacy keys", () => {
  const settings = readSettings({
    ...ENVIRONMENT,
    SUPABASE_PUBLISHABLE_KEYS: '{"web":"sb_publishable_2","default":"sb_publishable_1"}',
    SUPABASE_SECRET_KEYS: '{"other":"sb_secret_2","default":"sb_secret_1","empty":""}',
  });
  expect(settings).toMatchObject({ publishableKey: "sb_publishable_1", secretKey: "sb_secret_1" });
  expect(settings.serviceKeys).toEqual(["sb_secret_2", "sb_secret_1"]);
});

it("readSettings accepts named keys without legacy keys, even if no key is named `default`", () => {
  const { SUPABASE_ANON_KEY: _, SUPABASE_SERVICE_ROLE_KEY: __, ...rest } = ENVIRONMENT;
  const settings = readSettings({
    ...rest,
    SUPABASE_PUBLISHABLE_KEYS: '{"web":"sb_publishable_2"}',
    SUPABASE_SECRET_KEYS: '{"jobs":"sb_secret_3"}',
  });
  expect(settings).toMatchObject({ publishableKey: "sb_publishable_2", secretKey: "sb_secret_3" });
});

it.each(["{", "{}", "[]", '"sb_secret_1"', '{"default":1}', '{"default":""}'])(
  "readSettings uses the legacy keys if the named keys are %s",
  (text) => {
    const settings = readSettings({
      ...ENVIRONMENT,
      SUPABASE_PUBLISHABLE_KEYS: text,
      SUPABASE_SECRET_KEYS: text,
    });
    expect(settings).toMatchObject({ publishableKey: "anon", secretKey: "service" });
    expect(settings.serviceKeys).toEqual(["service"]);
  },
);

it.each([
  ["SUPABASE_ANON_KEY", "SUPABASE_PUBLISHABLE_KEYS"],
  ["SUPABASE_SERVICE_ROLE_KEY", "SUPABASE_SECRET_KEYS"],
])(
  "the error of readSettings mentions only the second variable if both %s and %s are missing",
  (legacy, named) => {
    expect(() => readSettings({ ...ENVIRONMENT, [legacy]: "" })).toThrow(
      `The environment variable ${named} is missing or malformed`,
    );
  },
);

it("the error of readSettings mentions a missing variable and never shows a value", () => {
  const { EMAIL_API_KEY: _, ...rest } = ENVIRONMENT;
  expect(() => readSettings(rest)).toThrow(
    "The environment variable EMAIL_API_KEY is missing or malformed",
  );
  expect(() => readSettings({ ...ENVIRONMENT, SITE_URL: "s3cret" })).toThrow(/^(?!.*s3cret)/);
});

it("readSettings uses a default email sender only in a local project", () => {
  expect(readSettings(ENVIRONMENT).emailFrom).toBe("mail@dossier.example");
  const hosted = { ...ENVIRONMENT, SUPABASE_URL: "https://project.supabase.co" };
  const refusal = "The environment variable EMAIL_FROM is missing or malformed";
  expect(() => readSettings(hosted)).toThrow(refusal);
  expect(() => readSettings({ ...hosted, EMAIL_FROM: "mail@dossier.example" })).toThrow(refusal);
  expect(readSettings({ ...hosted, EMAIL_FROM: "post@firm.example" }).emailFrom).toBe(
    "post@firm.example",
  );
});
