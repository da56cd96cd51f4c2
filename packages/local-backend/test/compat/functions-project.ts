import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Project {
  dir: string;
  write(path: string, text: string): void;
  remove(): void;
}

const CONFIG = `
[edge_runtime.secrets]
GREETING = "from config"

[functions.guarded]
verify_jwt = true

[functions.disabled]
enabled = false
`;

const OPEN = ["hello", "echo", "throws", "silent", "leaves", "environment", "mapped", "missing"];

export function createProject(
  files: Readonly<Record<string, string>>,
  migration = "select 1;",
  config = "",
): Project {
  const dir = mkdtempSync(join(tmpdir(), "functions-project-"));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const open = OPEN.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join("\n");
  put("config.toml", `${CONFIG}\n${open}\n${config}`);
  put("migrations/20260101000000_first.sql", migration);
  put("seed.sql", "");
  for (const [path, text] of Object.entries(files)) put(join("functions", path), text);
  return {
    dir,
    write: (path, text) => put(join("functions", path), text),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
