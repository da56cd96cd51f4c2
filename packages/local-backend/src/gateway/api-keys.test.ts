import { expect, test } from "vitest";
import type { BackendKeys } from "../keys/key-file.ts";
import { identify, type Presented } from "./api-keys.ts";

const keys: BackendKeys = {
  anon: "jwt.anon",
  serviceRole: "jwt.service",
  publishable: "sb_publishable_local",
  secret: "sb_secret_abc",
};

const ask = (presented: Partial<Presented>) =>
  identify(
    {
      method: "GET",
      path: "/rest/v1/notes",
      authorization: undefined,
      apikey: undefined,
      ...presented,
    },
    keys,
  );

test.each([
  ["sb_publishable_local", "anon", "jwt.anon"],
  ["jwt.anon", "anon", "jwt.anon"],
  ["sb_secret_abc", "service_role", "jwt.service"],
  ["jwt.service", "service_role", "jwt.service"],
])("accepts the API key %s as the role %s", (apikey, apiKeyRole, bearer) => {
  expect(ask({ apikey })).toMatchObject({ apiKeyRole, bearer });
});

test.each(["jwt.anon", "jwt.service"])(
  "refuses the legacy key %s if legacy keys are disabled",
  (apikey) => {
    const presented = {
      method: "GET",
      path: "/rest/v1/notes",
      authorization: `Bearer ${apikey}`,
      apikey,
    };
    expect(identify(presented, keys, false)).toMatchObject({
      message: "Legacy API keys are disabled",
    });
  },
);

test.each([
  ["sb_publishable_local", "anon"],
  ["sb_secret_abc", "service_role"],
])("accepts the key %s if legacy keys are disabled", (apikey, apiKeyRole) => {
  const presented = { method: "GET", path: "/rest/v1/notes", authorization: undefined, apikey };
  expect(identify(presented, keys, false)).toMatchObject({ apiKeyRole });
});

test("sends a legacy API key to Auth as a bearer token only if the Authorization header contains the key", () => {
  const path = "/auth/v1/user";
  expect(ask({ path, apikey: "jwt.anon" })).not.toHaveProperty("bearer");
  const authorization = "Bearer jwt.anon";
  expect(ask({ path, apikey: "jwt.anon", authorization })).toMatchObject({ bearer: "jwt.anon" });
  expect(ask({ path, apikey: "sb_publishable_local" })).toMatchObject({ bearer: "jwt.anon" });
});

test("forwards a user's token unchanged, but replaces a publishable key in Authorization with the anon key", () => {
  const apikey = "sb_publishable_local";
  expect(ask({ apikey, authorization: "Bearer user.jwt" })).toMatchObject({ bearer: "user.jwt" });
  expect(ask({ apikey, authorization: `Bearer ${apikey}` })).toMatchObject({ bearer: "jwt.anon" });
});

test.each(["Basic dXNlcjpwYXNz", "Bearer ", "user.jwt"])(
  "uses the API key's token if Authorization has no bearer token: %s",
  (authorization) => {
    const caller = ask({ apikey: "sb_publishable_local", authorization });
    expect(caller).toMatchObject({ bearer: "jwt.anon", apiKeyRole: "anon" });
  },
);

test("prefers an API key in Authorization to the apikey header, and forwards an unknown secret key", () => {
  const keys = ["sb_publishable_local", "sb_secret_abc"];
  const bearers = keys.flatMap((apikey) =>
    keys.map((bearer) => ask({ apikey, authorization: `Bearer ${bearer}` })),
  );
  expect(bearers).toMatchObject([
    ...[{ bearer: "jwt.anon" }, { bearer: "jwt.service" }],
    ...[{ bearer: "jwt.anon" }, { bearer: "jwt.service" }],
  ]);
  expect(ask({ apikey: "sb_secret_abc", authorization: "Bearer sb_secret_other" })).toMatchObject({
    bearer: "sb_secret_other",
  });
});

test("refuses a REST request without an apikey header, even with a bearer token", () => {
  for (const authorization of [undefined, "Bearer user.jwt", "Bearer sb_secret_abc"]) {
    expect(ask({ authorization })).toEqual({
      message: "No API key found in request",
      hint: expect.any(String),
    });
  }
});

test.each([
  ["POST", "/storage/v1/upload/resumable"],
  ["PATCH", "/storage/v1/upload/resumable/abc"],
  ["POST", "/storage/v1/object/documents/a.txt"],
])(
  "accepts %s %s without an apikey header unless Authorization contains an API key",
  (method, path) => {
    const alone = (authorization: string) => ask({ method, path, authorization });
    expect(alone("Bearer user.jwt")).toEqual({ bearer: "user.jwt", isSecret: false });
    expect(ask({ method, path })).toEqual({ isSecret: false });
    for (const key of ["sb_secret_abc", "sb_publishable_local"]) {
      expect(alone(`Bearer ${key}`)).toHaveProperty("hint");
    }
  },
);

test("refuses an unknown API key for storage, even with a user's token", () => {
  const authorization = "Bearer user.jwt";
  for (const apikey of ["", "nonsense"]) {
    expect(ask({ path: "/storage/v1/bucket", apikey, authorization })).toEqual({
      message: "Invalid API key",
      hint: expect.any(String),
    });
  }
});

test("allows a read of an object without an API key, but not with an unknown API key", () => {
  for (const path of ["/storage/v1/object/b/a.png", "/storage/v1/object/info/b/a.png"]) {
    expect(ask({ path })).toEqual({ isSecret: false });
    expect(ask({ path, apikey: "nonsense" })).toHaveProperty("hint");
  }
});

test.each(["sb_secret_ab", "sb_secret_abcd", "user.jwt"])(
  "refuses the unknown API key %j",
  (apikey) => {
    expect(ask({ apikey })).toEqual({ message: "Invalid API key", hint: expect.any(String) });
  },
);

test.each([
  ["GET", "/auth/v1/verify"],
  ["GET", "/auth/v1/.well-known/jwks.json"],
  ["GET", "/storage/v1/object/public/a/b.png"],
  ["HEAD", "/storage/v1/object/sign/a/b.png"],
  ["GET", "/storage/v1/render/image/public/a/b.png"],
  ["PUT", "/storage/v1/object/upload/sign/a/b.png"],
  ["PATCH", "/storage/v1/upload/resumable/sign/abc"],
  ["POST", "/functions/v1/hello"],
  ["GET", "/mailbox"],
  ["OPTIONS", "/rest/v1/notes"],
])("requires no API key for %s %s", (method, path) => {
  expect(ask({ method, path })).toEqual({ isSecret: false });
});

test.each([
  ["POST", "/rest/v1/notes"],
  ["POST", "/auth/v1/verify/x"],
  ["GET", "/mailboxes"],
  ["POST", "/local-backend/reset"],
])("requires an API key for %s %s", (method, path) => {
  expect(ask({ method, path })).toHaveProperty("message");
});

test("sets isSecret for the sb_secret_ key, but not for the legacy service key", () => {
  expect(ask({ apikey: "sb_secret_abc" })).toMatchObject({ isSecret: true });
  expect(ask({ apikey: "jwt.service" })).toMatchObject({ isSecret: false });
});
