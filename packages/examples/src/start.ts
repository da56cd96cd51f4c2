import { once } from "node:events";
import { ADA, GRACE, startBackend } from "./backend.ts";
import { serve } from "./serve.ts";
import type { Target } from "./targets.ts";

/**
 * Serves one app until Ctrl-C, with the project that `SUPABASE_URL` and `SUPABASE_PUBLISHABLE_KEY`
 * name or with a local backend.
 */
export async function start(target: Target): Promise<void> {
  const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = process.env;
  const backend = url && key ? undefined : await startBackend();
  try {
    const project = backend
      ? { url: backend.urls.api, key: backend.keys.publishable }
      : { url: url ?? "", key: key ?? "" };
    const app = await serve(target, project, { onOutput: (text) => process.stdout.write(text) });
    try {
      console.log(`\nApp      ${app.origin}`);
      if (backend) {
        console.log(`Mailbox  ${backend.urls.mailbox}`);
        for (const { email, password } of [ADA, GRACE])
          console.log(`User     ${email}, ${password}`);
      }
      console.log("Ctrl-C stops it.");
      await Promise.race([interrupted, app.ended]);
    } finally {
      await app.stop();
    }
  } finally {
    await backend?.stop();
  }
}
