import { defineBackend } from "@dossier/backend-client";
import { createServiceClient } from "@dossier/backend-client/service";

// The build has neither an address nor a key, so creating the client must not throw without them.
const service = createServiceClient(defineBackend(), {
  secretKey: process.env.SUPABASE_SECRET_KEY ?? "",
});

export async function GET() {
  return Response.json(await service.db.from("notes").select());
}
