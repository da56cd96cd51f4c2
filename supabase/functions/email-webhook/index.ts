import { connect } from "../_shared/backend.ts";
import { readSettings } from "../_shared/settings.ts";
import { createHandler } from "./handler.ts";

const settings = readSettings(Deno.env.toObject());

Deno.serve(createHandler({ database: connect(settings), webhookSecret: settings.webhookSecret }));
