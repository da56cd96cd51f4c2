import { z } from "zod";
import { identifyCaller, type Verification } from "../_shared/caller.ts";
import { endpoint, Refusal } from "../_shared/http.ts";
import type { Accounts, SystemDatabase, UserDatabase } from "../_shared/ports.ts";

interface HandlerOptions {
  database: SystemDatabase & UserDatabase;
  accounts: Pick<Accounts, "removeFactors">;
  serviceKeys: readonly string[];
  verify(token: string): Promise<Verification>;
}

const body = z.object({ org_id: z.uuid(), user_id: z.uuid() });

/**
 * The database allows a reset only to an owner, and only if the member belongs to no other firm.
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return endpoint(async (request) => {
    const caller = await identifyCaller(request, options);
    if (caller.kind !== "user") throw new Refusal(403, "forbidden");
    const parsed = body.safeParse(await request.json().catch(() => undefined));
    if (!parsed.success) throw new Refusal(400, "validation_failed");
    const { org_id, user_id } = parsed.data;
    await options.database.rpcAs(caller.token, "check_factor_reset", { org_id, user_id });
    // Record the reset first. If the removal fails, the record contains a reset that did not
    // happen, but no reset is ever missing from the record.
    await options.database.rpc("record_factor_reset", {
      org_id,
      user_id,
      actor_id: caller.userId,
    });
    return { user_id, removed: await options.accounts.removeFactors(user_id) };
  });
}
