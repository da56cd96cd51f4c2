import { connect } from "../_shared/backend.ts";
import { postEmail } from "../_shared/email/post.ts";
import { readSettings } from "../_shared/settings.ts";
import { createHandler } from "./handler.ts";

const settings = readSettings(Deno.env.toObject());
const backend = connect(settings);

Deno.serve(
  createHandler({
    ...settings,
    database: backend,
    store: backend.store,
    accounts: backend.accounts,
    verify: backend.verify,
    from: settings.emailFrom,
    now: Date.now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    post: (email, idempotencyKey) =>
      postEmail(email, idempotencyKey, { url: settings.emailApiUrl, apiKey: settings.emailApiKey }),
  }),
);
