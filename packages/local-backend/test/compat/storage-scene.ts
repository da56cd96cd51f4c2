import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import pg from "pg";
import { expect } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { clientOf, keyClient, MIA, TOM } from "./storage-people.ts";

export const PDF = { contentType: "application/pdf" };
export const TEXT = { contentType: "text/plain" };

export async function openScene(settings: { file_size_limit?: string } = {}) {
  const backend: LocalBackend = await startLocalBackend({
    dir: join(import.meta.dirname, "../fixture/supabase"),
    memory: true,
    ports: { api: 0, db: 0 },
    config: {
      storage: {
        ...settings,
        buckets: {
          open: { public: true },
          loose: { public: false, allowed_mime_types: ["image/*"] },
        },
      },
    },
  });
  const database = new pg.Client(backend.urls.db);
  await database.connect();
  const [mia, tom] = await Promise.all([clientOf(backend, MIA), clientOf(backend, TOM)]);
  return {
    backend,
    database,
    mia,
    tom,
    anonymous: keyClient(backend, "publishable"),
    service: keyClient(backend, "secret"),
    url: (path: string) => `${backend.urls.api}/storage/v1${path}`,
    keptFiles: () =>
      readdirSync(join(backend.dataDir, "storage"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    close: async () => {
      await database.end();
      await backend.stop();
    },
  };
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

export function documents(client: SupabaseClient) {
  return client.storage.from("documents");
}

/** The HTTP status is 400 for each of these errors. The specific status is in the body. */
export function refusal(statusCode: string, code: string) {
  return expect.objectContaining({ status: 400, statusCode, code });
}

export async function signLink(
  backend: LocalBackend,
  purpose: string,
  payload: Record<string, unknown>,
  lifetimeSeconds: number,
): Promise<string> {
  const file = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  return await new SignJWT({ ...payload, aud: purpose })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
    .sign(Buffer.from(file.internalSecret, "base64url"));
}
