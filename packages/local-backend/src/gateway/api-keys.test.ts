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
])("the API key %s acts as %s", (apikey, apiKeyRole, bearer) => {
  expect(ask({ apikey })).toMatchObject({ apiKeyRole, bearer });
});

test.each(["jwt.anon", "jwt.service"])("the legacy key %s can be refused", (apikey) => {
  const presented = {
    method: "GET",
    path: "/rest/v1/notes",
    authorization: `Bearer ${apikey}`,
    apikey,
  };
  expect(identify(presented, keys, false)).toMatchObject({
    message: "Legacy API keys are disabled",
  });
});

test.each([
  ["sb_publishable_local", "anon"],
  ["sb_secret_abc", "service_role"],
])("the key %s is accepted while legacy keys are refused", (apikey, apiKeyRole) => {
  const presented = { method: "GET", path: "/rest/v1/notes", authorization: undefined, apikey };
  expect(identify(presented, keys, false)).toMatchObject({ apiKeyRole });
});

test("a user's token passes unchanged; an API key in its place is translated", () => {
  const apikey = "sb_publishable_local";
  expect(ask({ apikey, authorization: "Bearer user.jwt" })).toMatchObject({ bearer: "user.jwt" });
  expect(ask({ apikey, authorization: `Bearer ${apikey}` })).toMatchObject({ bearer: "jwt.anon" });
});

test("any other Authorization passes unchanged: it carries no token, and the key lends it none", () => {
  for (const apikey of ["sb_publishable_local", "sb_secret_abc"]) {
    const caller = ask({ apikey, authorization: "Basic dXNlcjpwYXNz" });
    expect(caller).not.toHaveProperty("bearer");
    expect(caller).toHaveProperty("apiKeyRole");
  }
});

test("a token alone opens nothing: the API key is missing", () => {
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
])("storage accepts a user's token alone, never an API key in its place: %s %s", (method, path) => {
  const alone = (authorization: string) => ask({ method, path, authorization });
  expect(alone("Bearer user.jwt")).toEqual({ bearer: "user.jwt", isSecret: false });
  for (const key of ["sb_secret_abc", "sb_publishable_local"]) {
    expect(alone(`Bearer ${key}`)).toHaveProperty("hint");
  }
});

test("an unknown key is refused in storage too, whatever token comes with it", () => {
  const authorization = "Bearer user.jwt";
  for (const apikey of ["", "nonsense"]) {
    expect(ask({ path: "/storage/v1/bucket", apikey, authorization })).toEqual({
      message: "Invalid API key",
      hint: expect.any(String),
    });
  }
});

test("an object is asked for without a key, but not with an unknown one", () => {
  for (const path of ["/storage/v1/object/b/a.png", "/storage/v1/object/info/b/a.png"]) {
    expect(ask({ path })).toEqual({ isSecret: false });
    expect(ask({ path, apikey: "nonsense" })).toHaveProperty("hint");
    expect(ask({ method: "POST", path })).toHaveProperty("hint");
  }
  for (const door of ["object/authenticated", "object/info/authenticated", "bucket"]) {
    expect(ask({ path: `/storage/v1/${door}/b` })).toHaveProperty("hint");
  }
});

test.each(["", "sb_secret_ab", "sb_secret_abcd", "user.jwt"])("the key %j is unknown", (apikey) => {
  expect(ask({ apikey })).toEqual({ message: "Invalid API key", hint: expect.any(String) });
});

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
])("%s %s needs no key", (method, path) => {
  expect(ask({ method, path })).toEqual({ isSecret: false });
});

test.each([
  ["POST", "/storage/v1/object/sign/a/b.png"],
  ["POST", "/storage/v1/object/upload/sign/a/b.png"],
  ["POST", "/storage/v1/upload/resumable"],
  ["DELETE", "/storage/v1/object/public/a"],
  ["POST", "/auth/v1/verify/x"],
  ["GET", "/mailboxes"],
  ["POST", "/local-backend/reset"],
])("%s %s needs one", (method, path) => {
  expect(ask({ method, path })).toHaveProperty("message");
});

test("only the opaque secret key vouches for a forwarded address", () => {
  expect(ask({ apikey: "sb_secret_abc" })).toMatchObject({ isSecret: true });
  expect(ask({ apikey: "jwt.service" })).toMatchObject({ isSecret: false });
});
