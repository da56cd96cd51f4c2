import { defineBackend } from "@dossier/backend-client";
import { createServiceClient } from "@dossier/backend-client/service";

// These calls must not throw in the build, which has neither a URL nor a key.
const service = createServiceClient(defineBackend(), {
  secretKey: process.env.SUPABASE_SECRET_KEY ?? "",
});

export async function GET() {
  return Response.json(await service.db.from("notes").select());
}
