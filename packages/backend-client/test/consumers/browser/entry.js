import { defineBackend, unwrap } from "@dossier/backend-client";
import { createBrowserBackend } from "@dossier/backend-client/browser";

const client = createBrowserBackend(defineBackend());
client.session.subscribe((event) => console.log(event));
export const notes = async () => unwrap(await client.db.from("notes").select("id"));
