import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";

/** Who signs in at the consumers. */
export const MIA = { email: "mia@example.org", password: "correct horse battery staple" };

/**
 * Starts the local backend with Mia in it.
 * @param options.tokenSeconds lifetime of access tokens; with 100 a refresh is always due
 */
export async function openBackend(options: { tokenSeconds: number }): Promise<LocalBackend> {
  const backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../contract/fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
    config: { auth: { jwt_expiry: options.tokenSeconds } },
  });
  const response = await fetch(`${backend.urls.api}/auth/v1/admin/users`, {
    method: "POST",
    headers: { apikey: backend.keys.secret, "content-type": "application/json" },
    body: JSON.stringify({ ...MIA, email_confirm: true }),
  });
  if (!response.ok) throw new Error(`Mia was not made: ${await response.text()}`);
  return backend;
}
