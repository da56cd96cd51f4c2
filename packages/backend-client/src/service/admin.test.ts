import { describe, expect, it } from "vitest";
import { openServiceScene, SECRET_KEY } from "../../test/support/service-scene.js";
import { isBackendError, isSessionOver } from "../errors/backend-error.js";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const USER = { id: ID, email: "ada@a.test" };

describe("the admin API of a service client", () => {
  it("sends the requests of supabase-js and returns their data", async () => {
    const { service, requests } = openServiceScene(() => Response.json(USER));
    const { admin } = service.auth;
    expect(await admin.createUser({ email: USER.email, email_confirm: true })).toEqual({
      data: { user: USER },
      error: null,
    });
    expect(await admin.updateUserById(ID, { app_metadata: { role: "owner" } })).toMatchObject({
      data: { user: USER },
    });
    expect(requests.map(({ method, url, body }) => [method, new URL(url).pathname, body])).toEqual([
      ["POST", "/auth/v1/admin/users", '{"email":"ada@a.test","email_confirm":true}'],
      ["PUT", `/auth/v1/admin/users/${ID}`, '{"app_metadata":{"role":"owner"}}'],
    ]);
  });

  it("reads page numbers with more than one digit", async () => {
    const page = (number: number, rel: string) =>
      `</admin/users?page=${number}&per_page=2>; rel="${rel}"`;
    const answers = [
      { users: [USER], link: `${page(10, "next")}, ${page(12, "last")}` },
      { users: [USER], link: page(12, "last") },
    ];
    const { service } = openServiceScene(() => {
      const { users, link } = answers.shift() ?? { users: [], link: "" };
      return Response.json({ users }, { headers: { link, "x-total-count": "24" } });
    });
    const { listUsers } = service.auth.admin;
    expect((await listUsers({ page: 9, perPage: 2 })).data).toMatchObject({
      users: [USER],
      nextPage: 10,
      lastPage: 12,
      total: 24,
    });
    expect((await listUsers({ page: 12, perPage: 2 })).data).toMatchObject({
      nextPage: null,
      lastPage: 12,
    });
  });

  it("returns the id of a removed factor", async () => {
    const { service } = openServiceScene(() => Response.json({ id: "factor" }));
    expect(await service.auth.admin.mfa.deleteFactor({ userId: ID, id: ID })).toEqual({
      data: { id: "factor" },
      error: null,
    });
  });
});

describe("an error of the admin API", () => {
  it.each([
    ["user_not_found", 404],
    ["not_admin", 403],
    ["email_exists", 422],
    ["user_banned", 403],
    ["session_not_found", 403],
  ])("is a BackendError that ends no session: code %s", async (code, status) => {
    const { service } = openServiceScene(() => Response.json({ code, message: "m" }, { status }));
    const { data, error } = await service.auth.admin.getUserById(ID);
    expect([data, isBackendError(error)]).toEqual([null, true]);
    expect(error).toMatchObject({
      kind: "auth",
      code,
      status,
      operation: "auth.admin.getUserById",
    });
    expect(isSessionOver(error)).toBe(false);
  });

  it.each([
    ["a page from a gateway", () => new Response("<h1>hello</h1>"), "unexpected_answer", 200],
    [
      "a failing gateway",
      () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
      "service_unavailable",
      502,
    ],
    [
      "a lost connection",
      () => {
        throw new TypeError("fetch failed");
      },
      "unreachable",
      undefined,
    ],
  ])("has the kind network for %s", async (_name, answer, code, status) => {
    const { service } = openServiceScene(answer);
    for (const call of [service.auth.admin.listUsers, service.auth.admin.createUser]) {
      const { error } = await call({});
      expect(error).toMatchObject({ kind: "network", code });
      expect(error?.status).toBe(status);
    }
  });

  it("causes a retry only if the call changes nothing", async () => {
    const { service, requests } = openServiceScene(() => new Response("", { status: 503 }));
    await service.auth.admin.listUsers();
    await service.auth.admin.inviteUserByEmail("ada@a.test");
    expect(requests.map(({ method }) => method)).toEqual(["GET", "GET", "POST"]);
  });
});

describe("an id in the path of an admin call", () => {
  const CALLS = [
    ["getUserById", "../settings"],
    ["deleteUser", "not-a-uuid"],
    ["oauth.deleteClient", `../users/${ID}`],
    ["oauth.deleteClient", ".."],
    ["oauth.deleteClient", "."],
    ["oauth.deleteClient", `%2e%2e/users/${ID}`],
    ["oauth.getClient", "a#"],
    ["oauth.getClient", "a b"],
    ["oauth.getClient", "a\\..\\b"],
    ["oauth.regenerateClientSecret", ""],
    ["customProviders.deleteProvider", `../users/${ID}`],
  ] as const;

  it.each(CALLS)("is refused without a request if it is malformed: %s(%j)", async (path, id) => {
    const { service, requests } = openServiceScene(() => Response.json({}));
    const call = path
      .split(".")
      .reduce<unknown>((at, name) => Reflect.get(Object(at), name), service.auth.admin);
    const { data, error } = await (call as (id: string) => Promise<{ data: null; error: unknown }>)(
      id,
    );
    expect(requests).toEqual([]);
    expect(data).toBeNull();
    expect(error).toMatchObject({
      kind: "auth",
      code: "validation_failed",
      message: `auth.admin.${path} was not sent: an argument, such as an id, is malformed.`,
    });
    expect(JSON.stringify(error)).not.toContain(SECRET_KEY);
  });

  it("is accepted if it has only the characters of real ids", async () => {
    const { service, requests } = openServiceScene(() => Response.json({ identifier: "x" }));
    const { admin } = service.auth;
    expect((await admin.customProviders.getProvider("custom:my-company.example")).error).toBeNull();
    expect((await admin.oauth.getClient(ID)).error).toBeNull();
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/auth/v1/admin/custom-providers/custom:my-company.example",
      `/auth/v1/admin/oauth/clients/${ID}`,
    ]);
  });
});
