import { databaseAnswers } from "@/lib/backend/health";

// public
/** Returns 204 if a page could be rendered now. Open pages ask this before they render again. */
export async function GET(): Promise<Response> {
  const isReady = await databaseAnswers();
  return new Response(null, {
    status: isReady ? 204 : 503,
    headers: { "cache-control": "no-store" },
  });
}
