import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function writeProject(migration: string): { dir: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), "recorded-"));
  const dir = join(root, "supabase");
  mkdirSync(join(dir, "migrations"), { recursive: true });
  writeFileSync(join(dir, "config.toml"), "[api]\nauto_expose_new_tables = true\n");
  writeFileSync(join(dir, "migrations", "20260101000000_setup.sql"), migration);
  return { dir, remove: () => rmSync(root, { recursive: true, force: true }) };
}
