import { databaseAnswers } from "@/lib/backend/health";

// public: returns only whether the database responds
/** Open pages call this route before they refresh, to check that a refresh would succeed. */
export async function GET(): Promise<Response> {
  const isReady = await databaseAnswers();
  return new Response(null, {
    status: isReady ? 204 : 503,
    headers: { "cache-control": "no-store" },
  });
}
