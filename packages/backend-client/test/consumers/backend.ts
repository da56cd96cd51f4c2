import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";

export const MIA = { email: "mia@example.org", password: "correct horse battery staple" };

export const ADAM = { email: "adam@example.org", password: "correct horse battery staple" };

export async function openBackend(options: { now?: () => number } = {}): Promise<LocalBackend> {
  const backend = await startLocalBackend({
    ...options,
    dir: fileURLToPath(new URL("../contract/fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  for (const user of [MIA, ADAM]) {
    const response = await fetch(`${backend.urls.api}/auth/v1/admin/users`, {
      method: "POST",
      headers: { apikey: backend.keys.secret, "content-type": "application/json" },
      body: JSON.stringify({ ...user, email_confirm: true }),
    });
    if (!response.ok) throw new Error(`${user.email} was not made: ${await response.text()}`);
  }
  return backend;
}
