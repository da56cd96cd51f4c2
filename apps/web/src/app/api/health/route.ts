import { checkHealth } from "@/lib/backend/health";

// public: monitoring calls this without a session
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  return Response.json(health, {
    status: health.ok ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
