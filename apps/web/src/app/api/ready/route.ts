import { databaseAnswers } from "@/lib/backend/health";

/** 204 when a page could be rendered now: pages that are open ask before they render anew. */
export async function GET(): Promise<Response> {
  const isReady = await databaseAnswers();
  return new Response(null, {
    status: isReady ? 204 : 503,
    headers: { "cache-control": "no-store" },
  });
}
