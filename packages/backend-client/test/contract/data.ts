import { describe, expect, it } from "vitest";
import { createDataClient } from "../../src/data/data-client.js";
import { unwrap } from "../../src/errors/backend-error.js";
import { sessionMissing } from "../../src/errors/session-missing.js";
import type { Scene } from "./scene.js";

export function describeData(scene: () => Scene): void {
  describe("the data client", () => {
    it("reads only the user's own rows, with the role authenticated", async () => {
      const mia = createDataClient(scene().mia.options);
      const tom = createDataClient(scene().tom.options);
      unwrap(await mia.from("notes").insert({ body: "mia's" }).select());
      expect(unwrap(await mia.from("notes").select("body"))).toEqual([{ body: "mia's" }]);
      expect(unwrap(await tom.from("notes").select("body"))).toEqual([]);
      expect(unwrap(await mia.rpc("whoami"))).toBe("authenticated");
    });

    it("acts as an anonymous visitor only if the client has no getAccessToken", async () => {
      const anonymous = createDataClient(scene().anonymous);
      expect(unwrap(await anonymous.rpc("whoami"))).toBe("anon");
      const getAccessToken = () => Promise.reject(sessionMissing("test"));
      const closed = createDataClient({ ...scene().anonymous, getAccessToken });
      const { data, error } = await closed.rpc("whoami");
      expect(data).toBeNull();
      expect(error).toMatchObject({ kind: "auth", code: "session_missing" });
    });

    it("returns the error codes of database functions and of Postgres", async () => {
      const mia = createDataClient(scene().mia.options);
      expect((await mia.rpc("refuse", { version: 3 })).error).toMatchObject({
        kind: "database",
        code: "unknown",
        upstreamCode: "version_conflict",
        status: 409,
        details: { version: 3 },
      });
      unwrap(await mia.from("notes").insert({ body: "twice" }).select());
      expect((await mia.from("notes").insert({ body: "twice" })).error).toMatchObject({
        code: "23505",
      });
      const forged = { body: "forged", user_id: scene().tom.id };
      expect((await mia.from("notes").insert(forged)).error).toMatchObject({ code: "42501" });
    });

    it.each([
      ["a lost connection", { drop: true }],
      ["a 503", { status: 503 }],
    ])("retries a read after %s", async (_, fault) => {
      const { faults, mia } = scene();
      faults.add({ path: "/rest/v1/notes", times: 2, ...fault });
      expect((await createDataClient(mia.options).from("notes").select()).error).toBeNull();
    });

    it("returns an error for an invalid token", async () => {
      const getAccessToken = async () => "not.a.token";
      const db = createDataClient({ ...scene().anonymous, getAccessToken });
      const { error } = await db.from("notes").select();
      expect(error).toMatchObject({ kind: "database", status: 401 });
    });
  });
}
