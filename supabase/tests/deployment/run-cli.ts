import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cliEnvironment } from "../../scripts/cli-environment.ts";

const projectDir = join(import.meta.dirname, "../..");

export const PROJECT_REF = "productionprojectref";

export const OPERATOR = {
  SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}`,
  SEND_EMAIL_HOOK_SECRET: `v1,whsec_${btoa("a secret of at least 32 characters")}`,
  SMTP_HOST: "smtp.example.com",
  SMTP_USER: "dossier",
  SMTP_PASS: "smtp password",
  EMAIL_FROM: "mail@example.com",
};

export async function runCli(args: readonly string[], managementApi: string, config?: string) {
  const home = await mkdtemp(join(tmpdir(), "dossier-cli-"));
  try {
    const profile = join(home, "profile.json");
    await writeFile(
      profile,
      JSON.stringify({
        name: "recorder",
        api_url: managementApi,
        dashboard_url: managementApi,
        project_host: "recorder.test",
      }),
    );
    const workdir = config === undefined ? join(projectDir, "..") : await copyWith(home, config);
    const child = spawn(
      join(projectDir, "node_modules/.bin/supabase"),
      ["--profile", profile, "--workdir", workdir, ...args, "--yes"],
      { env: { ...cliEnvironment(), ...OPERATOR, HOME: home } },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    return { status, output };
  } finally {
    await rm(home, { recursive: true });
  }
}

async function copyWith(home: string, config: string): Promise<string> {
  await mkdir(join(home, "project/supabase"), { recursive: true });
  await cp(join(projectDir, "templates"), join(home, "project/supabase/templates"), {
    recursive: true,
  });
  await writeFile(join(home, "project/supabase/config.toml"), config);
  return join(home, "project");
}
