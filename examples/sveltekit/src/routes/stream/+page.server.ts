// integration: begin
import { unwrap } from "@dossier/backend-client";
// integration: end
import { requireSession } from "#lib/require-session.ts";

export async function load(event) {
  await requireSession(event);
  const query = event.locals.scope.db.from("notes").select("id, body").order("id");
  // SvelteKit streams a promise that `load` returns without `await`.
  return { notes: Promise.resolve(query).then(unwrap) };
}
