import "server-only";
import { backend } from "@/lib/backend";

const TIMEOUT_MILLISECONDS = 2_500;

/** Which parts answered. */
export type Health = { ok: boolean; web: true; auth: boolean; database: boolean; storage: boolean };

async function ask(path: string, init: RequestInit = {}): Promise<Response | null> {
  try {
    return await fetch(`${backend.url}${path}`, {
      ...init,
      cache: "no-store",
      headers: { apikey: backend.anonKey, "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
  } catch {
    return null;
  }
}

async function answers(path: string, init?: RequestInit): Promise<boolean> {
  const response = await ask(path, init);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

/** Whether the database answers, asked through REST by a function that reads a table. */
export function databaseAnswers(): Promise<boolean> {
  return answers("/rest/v1/rpc/get_public_request", {
    method: "POST",
    body: JSON.stringify({ public_id: "health" }),
  });
}

/** Storage has no public health call: a missing public object, named by the service, proves it. */
async function storageAnswers(): Promise<boolean> {
  const response = await ask("/storage/v1/object/public/images/health");
  const body: unknown = await response?.json().catch(() => null);
  return typeof body === "object" && body !== null && "statusCode" in body
    ? String(body.statusCode) === "404"
    : false;
}

/** Asks auth, database and storage, all at once. */
export async function checkHealth(): Promise<Health> {
  const [auth, database, storage] = await Promise.all([
    answers("/auth/v1/health"),
    databaseAnswers(),
    storageAnswers(),
  ]);
  return { ok: auth && database && storage, web: true, auth, database, storage };
}
