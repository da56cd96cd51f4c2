import { checkHealth } from "@/lib/backend/health";

// public
/** Returns `{ ok: true, … }` with 200 if every service responds, else 503 with their states. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  return Response.json(health, {
    status: health.ok ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
