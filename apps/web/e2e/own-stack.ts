import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { expect, test } from "@playwright/test";
import { lacks, ports } from "./addresses";
import { openRequestLink } from "./pages/auth-pages";
import type { Person } from "./people";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export type OwnStack = {
  webUrl: string;
  backend: LocalBackend;
  enterAsContact: (person: Person, publicId: string, email: string) => Promise<void>;
  stop: () => Promise<void>;
};

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

const OPEN_LIMITS = { token_refresh: 6000, sign_in_sign_ups: 1200, token_verifications: 1200 };

/**
 * By default, the rate limits are off or very high, because all tests call from the same IP
 * address. With `hasLimits`, the stack has the rate limits of production, and the web app reads the
 * visitor's IP address from `X-Forwarded-For`.
 */
export async function startOwnStack(
  config: Parameters<typeof startLocalBackend>[0]["config"] = {},
  { hasLimits = false } = {},
): Promise<OwnStack> {
  // Changes to the settings of a hosted project would affect all later tests.
  test.skip(...lacks("settings"));
  const port = ports.web + 2;
  const webUrl = `http://127.0.0.1:${port}`;
  const backend = await startLocalBackend({
    dir: here("../../../supabase"),
    memory: true,
    seed: true,
    ports: { api: 0, db: 0 },
    config: {
      ...config,
      auth: {
        site_url: webUrl,
        ...(hasLimits ? {} : { rate_limit: OPEN_LIMITS }),
        ...config?.auth,
      },
    },
  });
  const next = here("../node_modules/next/dist/bin/next");
  const web = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", `${port}`], {
    cwd: here(".."),
    stdio: "ignore",
    env: {
      ...process.env,
      NEXT_PUBLIC_SUPABASE_URL: backend.urls.api,
      NEXT_PUBLIC_SUPABASE_ANON_KEY: backend.keys.publishable,
      ...(hasLimits ? { DOSSIER_CLIENT_ADDRESS_HOPS: "1" } : { DOSSIER_DEMO: "1" }),
    },
  });
  const stop = async () => {
    await stopProcess(web);
    await backend.stop();
  };
  try {
    const isHealthy = async () => {
      const answer = await fetch(`${webUrl}/api/health`).catch(() => null);
      return answer?.ok ?? false;
    };
    await expect.poll(isHealthy, { timeout: 60_000 }).toBe(true);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    webUrl,
    backend,
    stop,
    async enterAsContact(person, publicId, email) {
      const since = Date.now();
      await openRequestLink(person, `${webUrl}/r/${publicId}`, email, async () => {
        const { text, html } = await backend.mailbox.waitFor({ to: email, since });
        const code = /\b\d{8}\b/.exec(text ?? html ?? "")?.[0];
        if (!code) throw new Error(`The email to ${email} contains no code.`);
        return code;
      });
    },
  };
}
