import { connect } from "../_shared/backend.ts";
import { postEmail } from "../_shared/email/post.ts";
import { readSettings } from "../_shared/settings.ts";
import { createHandler } from "./handler.ts";

const settings = readSettings(Deno.env.toObject());

Deno.serve(
  createHandler({
    database: connect(settings),
    hookSecret: settings.hookSecret,
    siteUrl: settings.siteUrl,
    supabaseUrl: settings.supabaseUrl,
    from: settings.emailFrom,
    post: (email, idempotencyKey) =>
      postEmail(email, idempotencyKey, { url: settings.emailApiUrl, apiKey: settings.emailApiKey }),
  }),
);
