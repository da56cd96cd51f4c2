import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchSecrets } from "../../test/support/secret-watch.js";
import { legacyKey, openServiceScene, SECRET_KEY } from "../../test/support/service-scene.js";
import { unwrap } from "../errors/backend-error.js";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend } from "../testing/index.js";
import { createServiceClient, type ServiceClient, serviceCaller } from "./index.js";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => {
      written.push(inspect(values, { depth: 20, showHidden: true }));
    });
  }
});
afterEach(() => vi.restoreAllMocks());

async function errorsOf({ db, storage, functions, auth }: ServiceClient): Promise<unknown[]> {
  const thrown = (query: PromiseLike<unknown>) =>
    Promise.resolve(query).then(
      () => null,
      (error: unknown) => error,
    );
  const results = [
    await db.from("notes").select(),
    await db.from("notes").insert({ body: "x" }),
    await storage.from("files").upload("a.txt", "text"),
    await storage.from("files").download("a.txt"),
    await functions.invoke("report"),
    await auth.admin.listUsers(),
    await auth.admin.deleteUser(ID),
    await auth.admin.getUserById("../secret"),
  ];
  return [
    ...results.map(({ error }) => error),
    await thrown(db.from("notes").select().throwOnError()),
  ];
}

function shownOf(error: unknown): string {
  // `details` may contain the response of an edge function, which is data for the app.
  const { details: _, ...facts } = error as Record<string, unknown>;
  const { cause, message, stack } = error as Error;
  const all = { depth: 20, showHidden: true };
  return [
    ...[inspect(error, all), JSON.stringify(error), String(error)],
    inspect({ facts, cause, message, stack }, all),
  ].join("\n");
}

const ANSWERS: Record<string, () => Response> = {
  "a refusal that repeats the key": () =>
    Response.json(
      { code: SECRET_KEY, error_code: SECRET_KEY, message: `Invalid key ${SECRET_KEY}` },
      { status: 401, headers: { "sb-request-id": SECRET_KEY } },
    ),
  "a page from a gateway": () => new Response(`<p>${SECRET_KEY}</p>`, { status: 502 }),
  "a redirect": () =>
    new Response(null, { status: 302, headers: { location: `/?apikey=${SECRET_KEY}` } }),
  "a lost connection": () => {
    throw new TypeError("fetch failed", { cause: new Error("other side closed") });
  },
};

describe("a secret key", () => {
  it.each(Object.entries(ANSWERS))(
    "appears in no error and no log after %s",
    async (_name, answer) => {
      const { service, requests } = openServiceScene(answer);
      const errors = await errorsOf(service);
      expect(requests.length).toBeGreaterThan(6);
      for (const error of errors) {
        expect(error).toMatchObject({ name: "BackendError" });
        expect(shownOf(error)).not.toContain(SECRET_KEY);
      }
      expect(written.join("\n")).not.toContain(SECRET_KEY);
    },
  );

  it.each([SECRET_KEY, legacyKey("service_role")])(
    "is not shown when its client is printed (key %#)",
    async (key) => {
      const { service } = openServiceScene(() => Response.json([]), key);
      const parts = () => [service, service.db, service.storage, service.functions, service.auth];
      const shown = () =>
        parts().map((part) =>
          inspect(part, { depth: 20, showHidden: true, showProxy: true, getters: true }),
        );
      const before = shown();
      await errorsOf(service);
      for (const text of [...before, ...shown(), JSON.stringify(parts()), ...written]) {
        expect(text).not.toContain(key);
      }
    },
  );

  it("appears in no response, log, hook call, span or metric of a route that uses the key", async () => {
    const memory = createMemoryBackend({ rest: () => Response.json([{ id: 1 }]) });
    const watch = watchSecrets(memory.backend);
    try {
      const sessions = createSessionServer(memory.backend, watch.options);
      const service = createServiceClient(memory.backend, { secretKey: SECRET_KEY });
      const route = sessions.route({}, async (request) => {
        if ((await serviceCaller(request, { cron: SECRET_KEY })) === "cron")
          return Response.json(unwrap(await service.db.from("notes").select()));
        return Response.json(unwrap(await service.auth.admin.getUserById(ID)));
      });
      const seen: Response[] = [];
      for (const headers of [{ apikey: SECRET_KEY }, { apikey: "other" }]) {
        seen.push(await route(new Request("http://app.test/", { headers })));
      }
      expect(seen.map(({ status }) => status)).toEqual([200, 500]);
      for (const response of seen) {
        const text = `${inspect([...response.headers])} ${await response.text()}`;
        expect(text).not.toContain(SECRET_KEY);
      }
      expect(memory.calls.map(({ headers }) => headers.get("apikey"))).toContain(SECRET_KEY);
      expect(watch.leaks()).toEqual([]);
    } finally {
      watch.stop();
    }
    expect(written.join("\n")).not.toContain(SECRET_KEY);
  });
});
