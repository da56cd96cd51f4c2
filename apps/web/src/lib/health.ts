import "server-only";
import { backend } from "@/lib/backend";

const TIMEOUT_MILLISECONDS = 2_500;

/** Which parts answered. */
export type Health = { ok: boolean; web: true; auth: boolean; database: boolean; storage: boolean };

async function answers(path: string, init: RequestInit = {}): Promise<boolean> {
  try {
    const response = await fetch(`${backend.url}${path}`, {
      ...init,
      cache: "no-store",
      headers: { apikey: backend.anonKey, "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Asks auth, database (through REST, a function that reads a table) and storage, all at once. */
export async function checkHealth(): Promise<Health> {
  const [auth, database, storage] = await Promise.all([
    answers("/auth/v1/health"),
    answers("/rest/v1/rpc/get_public_request", {
      method: "POST",
      body: JSON.stringify({ public_id: "health" }),
    }),
    answers("/storage/v1/bucket"),
  ]);
  return { ok: auth && database && storage, web: true, auth, database, storage };
}
