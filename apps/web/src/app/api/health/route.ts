import { checkHealth } from "@/lib/backend/health";

/** `{ ok: true, … }` with 200 only when every part answers, else 503 with the parts named. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  return Response.json(health, {
    status: health.ok ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
