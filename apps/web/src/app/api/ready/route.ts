import { databaseAnswers } from "@/lib/backend/health";

// public
/** Returns 204 if the server can render pages now. Open pages check this before they refresh. */
export async function GET(): Promise<Response> {
  const isReady = await databaseAnswers();
  return new Response(null, {
    status: isReady ? 204 : 503,
    headers: { "cache-control": "no-store" },
  });
}
