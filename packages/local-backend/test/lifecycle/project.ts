import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FIXTURE = fileURLToPath(new URL("../fixture/supabase", import.meta.url));

export interface Project {
  dir: string;
  dataDir: string;
  write(path: string, text: string): void;
  remove(): void;
}

export function createProject(): Project {
  const root = mkdtempSync(join(tmpdir(), "lifecycle-"));
  const dir = join(root, "supabase");
  // Do not copy the functions, so that the backend starts faster without Deno.
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

export const FREE_PORTS = { api: 0, db: 0 };
