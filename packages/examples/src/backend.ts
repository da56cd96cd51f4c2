import { join } from "node:path";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { EXAMPLES } from "./targets.ts";

export const ADA = { email: "ada@example.org", password: "analytical engine" };
export const GRACE = { email: "grace@example.org", password: "nanoseconds of wire" };

export const startBackend = (): Promise<LocalBackend> =>
  startLocalBackend({
    dir: join(EXAMPLES, "supabase"),
    memory: true,
    ports: { api: 0, db: 0 },
  });
