import { identifyCaller, type Verification } from "../_shared/caller.ts";
import { type DeliverOptions, deliverEmail } from "../_shared/email/deliver.ts";
import { endpoint } from "../_shared/http.ts";

interface HandlerOptions extends DeliverOptions {
  serviceKeys: readonly string[];
  verify(token: string): Promise<Verification>;
}

/** Any signed-in user may call this function, because the caller cannot choose the emails. */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return endpoint(async (request) => {
    await identifyCaller(request, options);
    return deliverEmail(options);
  });
}
