import { databaseAnswers } from "@/lib/backend/health";

// public
/**
 * Returns 204 if the database responds, which means that the server can render pages, otherwise
 * 503. Open pages call this route before they refresh.
 */
export async function GET(): Promise<Response> {
  const isReady = await databaseAnswers();
  return new Response(null, {
    status: isReady ? 204 : 503,
    headers: { "cache-control": "no-store" },
  });
}
