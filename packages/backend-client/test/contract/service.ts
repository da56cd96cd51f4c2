import { describe, expect, it } from "vitest";
import { defineBackend } from "../../src/config/define-backend.js";
import { createDataClient } from "../../src/data/data-client.js";
import { unwrap } from "../../src/errors/backend-error.js";
import { createAdminFlows } from "../../src/service/admin.js";
import { createServiceClient } from "../../src/service/index.js";
import { createStorageClient } from "../../src/storage/storage-client.js";
import type { Scene } from "./scene.js";

const TEXT = { contentType: "text/plain" };

export function describeService(scene: () => Scene): void {
  describe("a service client", () => {
    const backend = () => {
      const { url, anonKey, runtime } = scene().anonymous;
      return defineBackend({ url, anonKey, allowHttp: true, runtime });
    };
    const clients = () =>
      scene().secretKeys.map((secretKey) => createServiceClient(backend(), { secretKey }));
    const newAddress = (address: string) => `${crypto.randomUUID()}@${address.split("@")[1]}`;

    it("reads and writes rows past row-level security, unlike an anonymous client", async () => {
      const { mia, anonymous } = scene();
      const body = `private ${crypto.randomUUID()}`;
      unwrap(await createDataClient(mia.options).from("notes").insert({ body }));
      for (const { db } of clients()) {
        expect(unwrap(await db.rpc("whoami"))).toBe("service_role");
        const rows = await db.from("notes").select("user_id, body").eq("body", body);
        expect(unwrap(rows)).toEqual([{ user_id: mia.id, body }]);
        const foreign = { user_id: mia.id, body: `service ${crypto.randomUUID()}` };
        expect((await db.from("notes").insert(foreign)).error).toBeNull();
      }
      const visitor = createDataClient(anonymous);
      expect(unwrap(await visitor.from("notes").select("body").eq("body", body))).toEqual([]);
      expect(
        (await visitor.from("notes").insert({ user_id: mia.id, body: "x" })).error,
      ).toMatchObject({ code: "42501" });
    });

    it("stores and reads files of any user, unlike an anonymous client", async () => {
      const { mia, anonymous } = scene();
      for (const { storage } of clients()) {
        const path = `${mia.id}/${crypto.randomUUID()}.txt`;
        const documents = storage.from("documents");
        expect((await documents.upload(path, "from a job", TEXT)).error).toBeNull();
        const own = createStorageClient(mia.options).from("documents");
        expect(await unwrap(await own.download(path)).text()).toBe("from a job");
        const { signedUrl } = unwrap(await documents.signedUrl(path, 60));
        expect(await (await fetch(signedUrl)).text()).toBe("from a job");
        const visitor = createStorageClient(anonymous).from("documents");
        expect((await visitor.download(path)).error).not.toBeNull();
        expect((await visitor.upload(`${mia.id}/x.txt`, "x", TEXT)).error).toMatchObject({
          code: "AccessDenied",
        });
      }
    });

    it("calls an Edge Function and returns its response", async () => {
      for (const { functions } of clients()) {
        const { data, error } = await functions.invoke("echo", { body: { a: 1 } });
        expect([data, error]).toEqual([expect.objectContaining({ body: { a: 1 } }), null]);
      }
    });

    it("creates, finds, changes and deletes a user, creates a recovery link, and refuses an email address in use", async () => {
      const { email } = scene().mia;
      for (const { auth } of clients()) {
        const account = {
          email: newAddress(email),
          password: "correct horse",
          email_confirm: true,
        };
        const { user } = unwrap(await auth.admin.createUser(account));
        expect(user.email).toBe(account.email);
        expect((await auth.admin.createUser(account)).error).toMatchObject({
          code: "email_exists",
        });
        const changes = { app_metadata: { role: "owner" } };
        unwrap(await auth.admin.updateUserById(user.id, changes));
        const found = unwrap(await auth.admin.getUserById(user.id));
        expect(found.user.app_metadata).toMatchObject(changes.app_metadata);
        const link = { type: "recovery", email: account.email } as const;
        expect(unwrap(await auth.admin.generateLink(link)).properties.hashed_token).toMatch(/^\w+/);
        unwrap(await auth.admin.deleteUser(user.id));
        expect((await auth.admin.getUserById(user.id)).error).toMatchObject({
          kind: "auth",
          code: "user_not_found",
          status: 404,
        });
      }
    });

    it("lists users page by page", async () => {
      for (const { auth } of clients()) {
        const first = unwrap(await auth.admin.listUsers({ page: 1, perPage: 1 }));
        expect(first.users).toHaveLength(1);
        expect(first).toMatchObject({ nextPage: 2, lastPage: first.total });
        const last = unwrap(await auth.admin.listUsers({ page: first.lastPage, perPage: 1 }));
        expect([last.users.length, last.nextPage]).toEqual([1, null]);
      }
    });

    it("lists and removes second factors, and ends the session of an access token", async () => {
      const [client] = clients();
      const { admin } = client?.auth ?? {};
      if (!admin) throw new Error("the scene has no secret key");
      const { url, anonKey } = scene().anonymous;
      const account = { email: newAddress(scene().mia.email), password: "correct horse" };
      const { user } = unwrap(await admin.createUser({ ...account, email_confirm: true }));
      const send = async (path: string, body: object, token?: string) => {
        const headers = {
          ...{ apikey: anonKey, "content-type": "application/json" },
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        };
        const init = { method: "POST", headers, body: JSON.stringify(body) };
        return (await fetch(`${url}/auth/v1/${path}`, init)).json();
      };
      const tokens = await send("token?grant_type=password", account);
      const factor = await send("factors", { factor_type: "totp" }, tokens.access_token);
      const { factors } = unwrap(await admin.mfa.listFactors({ userId: user.id }));
      expect(factors.map(({ id }) => id)).toEqual([factor.id]);
      const removed = await admin.mfa.deleteFactor({ userId: user.id, id: factor.id });
      expect(unwrap(removed)).toMatchObject({ id: factor.id });
      unwrap(await admin.signOut(tokens.access_token));
      const refreshed = await send("token?grant_type=refresh_token", tokens);
      expect(refreshed.access_token).toBeUndefined();
      unwrap(await admin.deleteUser(user.id));
    });

    it("is refused by the admin API with a publishable key, a user's token or a wrong secret key", async () => {
      const { anonymous, mia } = scene();
      for (const key of [anonymous.anonKey, mia.accessToken, `${scene().secretKeys[0]}x`]) {
        const { data, error } = await createAdminFlows(backend(), () => key).listUsers();
        expect([data, (error?.status ?? 0) >= 400]).toEqual([null, true]);
      }
    });
  });
}
