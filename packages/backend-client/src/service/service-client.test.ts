import { afterEach, describe, expect, it, vi } from "vitest";
import { legacyKey, openServiceScene, SECRET_KEY } from "../../test/support/service-scene.js";
import { defineBackend } from "../config/define-backend.js";
import { createServiceClient } from "./index.js";

const backend = defineBackend({ url: "https://project.example", anonKey: "sb_publishable_x" });
const LEGACY = legacyKey("service_role");
const REFUSAL =
  "secretKey is not a secret key; use one that begins with sb_secret_, or a JWT with the role service_role.";

afterEach(() => vi.unstubAllEnvs());

describe("the key of a service client", () => {
  it.each([
    ["a secret key", SECRET_KEY],
    ["the legacy key with the role service_role", LEGACY],
  ])("may be %s", (_name, secretKey) => {
    expect(() => createServiceClient(backend, { secretKey })).not.toThrow();
  });

  it.each([
    ["a publishable key", "sb_publishable_Zk9xQ2mT7vB1nR4w"],
    ["the legacy anonymous key", legacyKey("anon")],
    ["the access token of a user", legacyKey("authenticated")],
    ["a JWT without a signature", LEGACY.slice(0, LEGACY.lastIndexOf("."))],
    ["the prefix alone", "sb_secret_"],
    ["a personal access token", "sbp_0102030405060708090a0b0c0d0e0f1011121314"],
    ["a key with a space", "sb_secret_Zk9x Q2mT7vB1"],
    ["a key with a line break", `${SECRET_KEY}\n`],
    // `Headers` would throw an error that contains the value.
    ["a key with a letter that no header accepts", `${SECRET_KEY}ключ`],
    ["a key in quotes", `"${SECRET_KEY}"`],
    ["spaces", "  "],
  ])("is refused if it is %s, and the error omits its value", (_name, secretKey) => {
    // `toThrow` compares the whole message of an error object, so this also proves that the message
    // does not contain the key.
    expect(() => createServiceClient(backend, { secretKey })).toThrow(new TypeError(REFUSAL));
  });

  it("is refused when it is empty", () => {
    const message = "secretKey is empty; use a secret key of the project.";
    expect(() => createServiceClient(backend, { secretKey: "" })).toThrow(new TypeError(message));
  });

  it("may be missing while Next builds, and is required on first use", async () => {
    vi.stubEnv("NEXT_PHASE", "phase-production-build");
    const service = createServiceClient(backend, { secretKey: "" });
    expect(() => service.db).toThrow("secretKey is empty");
    await expect(service.auth.admin.listUsers()).rejects.toThrow("secretKey is empty");
    expect(() => createServiceClient(backend, { secretKey: "sb_publishable_x" })).toThrow(REFUSAL);
  });

  it("may be given while Next builds, even if the project has no URL", () => {
    vi.stubEnv("NODE_ENV", "production");
    vi.stubEnv("NEXT_PHASE", "phase-production-build");
    const service = createServiceClient(defineBackend(), { secretKey: SECRET_KEY });
    expect(() => service.db).toThrow("NEXT_PUBLIC_SUPABASE_URL is missing");
  });
});

describe("a service client", () => {
  const answer = () => Response.json({ users: [], aud: "authenticated" });

  it.each([
    ["a secret key", SECRET_KEY, null],
    ["a legacy key", LEGACY, `Bearer ${LEGACY}`],
  ])("sends %s, and no other key, to every service", async (_name, secretKey, authorization) => {
    const { service, requests } = openServiceScene(answer, secretKey);
    await service.db.from("audit").insert({ action: "nightly" });
    await service.storage.from("files").upload("a.txt", "text");
    await service.functions.invoke("report");
    await service.auth.admin.listUsers();
    expect(requests.map(({ url }) => new URL(url).pathname.split("/", 3).join("/"))).toEqual([
      "/rest/v1",
      "/storage/v1",
      "/functions/v1",
      "/auth/v1",
    ]);
    for (const { headers } of requests) {
      expect([headers.get("apikey"), headers.get("authorization")]).toEqual([
        secretKey,
        authorization,
      ]);
    }
  });

  it("sends a user's own token for that user's sign-out", async () => {
    for (const key of [SECRET_KEY, LEGACY]) {
      const { service, requests } = openServiceScene(
        () => new Response(null, { status: 204 }),
        key,
      );
      expect(await service.auth.admin.signOut("a.user.token", "local")).toEqual({
        data: null,
        error: null,
      });
      expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
        "POST https://project.example/auth/v1/logout?scope=local",
      ]);
      expect(requests[0]?.headers.get("authorization")).toBe("Bearer a.user.token");
      expect(requests[0]?.headers.get("apikey")).toBe(key);
    }
  });
});
