import { identifyCaller, type Verification } from "../_shared/caller.ts";
import { endpoint, Refusal } from "../_shared/http.ts";
import type { Accounts, UserDatabase } from "../_shared/ports.ts";

interface HandlerOptions {
  database: UserDatabase;
  accounts: Pick<Accounts, "remove">;
  serviceKeys: readonly string[];
  verify(token: string): Promise<Verification>;
}

/**
 * Closes the account in the database, and then deletes the user. If the deletion fails, the caller
 * can repeat the call. The events of the firms keep the user's name.
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return endpoint(async (request) => {
    const caller = await identifyCaller(request, options);
    if (caller.kind !== "user") throw new Refusal(403, "forbidden");
    await options.database.rpcAs(caller.token, "close_account");
    await options.accounts.remove(caller.userId);
    return { user_id: caller.userId };
  });
}
