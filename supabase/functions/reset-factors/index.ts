import { connect } from "../_shared/backend.ts";
import { readSettings } from "../_shared/settings.ts";
import { createHandler } from "./handler.ts";

const settings = readSettings(Deno.env.toObject());
const backend = connect(settings);

Deno.serve(
  createHandler({
    database: backend,
    accounts: backend.accounts,
    serviceKeys: settings.serviceKeys,
    verify: backend.verify,
  }),
);
