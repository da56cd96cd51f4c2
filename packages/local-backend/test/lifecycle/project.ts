import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FIXTURE = fileURLToPath(new URL("../fixture/supabase", import.meta.url));

/** A copy of the fixture that a test may change, and a data directory next to it. */
export interface Project {
  dir: string;
  dataDir: string;
  /** Writes a file below `supabase/`. */
  write(path: string, text: string): void;
  remove(): void;
}

/** Creates a project in a new temporary folder. */
export function createProject(): Project {
  const root = mkdtempSync(join(tmpdir(), "lifecycle-"));
  const dir = join(root, "supabase");
  // Copy only these parts of the fixture. Without functions, Deno does not start.
  for (const name of ["config.toml", "migrations", "seed.sql"]) {
    cpSync(join(FIXTURE, name), join(dir, name), { recursive: true });
  }
  return {
    dir,
    dataDir: join(root, "data"),
    write: (path, text) => {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The system assigns these ports, so they never conflict with another test. */
export const FREE_PORTS = { api: 0, db: 0 };
