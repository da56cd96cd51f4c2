import { connect } from "../_shared/backend.ts";
import { postMail } from "../_shared/email/post.ts";
import { readSettings } from "../_shared/settings.ts";
import { createHandler } from "./handler.ts";

const settings = readSettings(Deno.env.toObject());

Deno.serve(
  createHandler({
    database: connect(settings),
    hookSecret: settings.hookSecret,
    siteUrl: settings.siteUrl,
    from: settings.emailFrom,
    post: (mail, idempotencyKey) =>
      postMail(mail, idempotencyKey, { url: settings.emailApiUrl, apiKey: settings.emailApiKey }),
  }),
);
