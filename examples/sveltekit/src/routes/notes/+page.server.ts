// integration: begin
import { unwrap } from "@dossier/backend-client";
// integration: end
import { requireSession } from "#lib/require-session.ts";

export async function load(event) {
  await requireSession(event);
  const search = event.url.searchParams.get("search") ?? "";
  const { db } = event.locals.scope;
  const query = db.from("notes").select("id, body").ilike("body", `%${search}%`).order("id");
  return { search, notes: unwrap(await query) };
}
