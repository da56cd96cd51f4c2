import { once } from "node:events";
import { ADA, GRACE, startBackend } from "./backend.ts";
import { findFreePort, serve } from "./serve.ts";
import { prepareOne } from "./suite.ts";
import type { Target } from "./targets.ts";

/**
 * Starts an app. The app uses a local backend unless `SUPABASE_URL` and `SUPABASE_PUBLISHABLE_KEY`
 * are set.
 */
export async function start(target: Target): Promise<void> {
  const port = Number(process.env.PORT) || (await findFreePort());
  if (!(await prepareOne(target, { ORIGIN: `http://127.0.0.1:${port}` }))) return;
  const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = process.env;
  const backend = url && key ? undefined : await startBackend();
  try {
    const project = backend
      ? { url: backend.urls.api, key: backend.keys.publishable }
      : { url: url ?? "", key: key ?? "" };
    const onOutput = (text: string) => process.stdout.write(text);
    const app = await serve(target, project, { port, onOutput });
    try {
      console.log(`\nApp      ${app.origin}`);
      if (backend) {
        console.log(`Mailbox  ${backend.urls.mailbox}`);
        for (const { email, password } of [ADA, GRACE])
          console.log(`User     ${email}, ${password}`);
      }
      console.log("Press Ctrl-C to stop.");
      await Promise.race([interrupted, app.ended]);
    } finally {
      await app.stop();
    }
  } finally {
    await backend?.stop();
  }
}
