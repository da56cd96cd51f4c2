import { Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { requireUser } from "./admin-users.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { AuthError } from "./errors.ts";
import { deleteFactor } from "./factors.ts";
import { readBody, requireUuid, textField } from "./requests.ts";
import { type FactorJson, listFactors } from "./user-json.ts";

const factorBody = z.object({ friendly_name: textField });

/** Mount after `createAdminUserRoutes`, which checks that the caller is an administrator. */
export function createAdminFactorRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get("/admin/users/:id/factors", async (c) => {
      const id = requireUuid(c.req.param("id"), "user_id");
      const factors = await auth.transaction(c, async (tx) => {
        await requireUser(tx, id);
        return listFactors(tx, id);
      });
      return c.json(factors);
    })
    .put("/admin/users/:id/factors/:factorId", async (c) => {
      const target = readTarget(c.req.param());
      const { friendly_name: name } = await readBody(c, factorBody);
      const factor = await auth.transaction(c, async (tx) => {
        const { user } = await requireFactorOf(tx, target);
        if (name !== undefined) {
          await tx.query(
            "update auth.mfa_factors set friendly_name = $2, updated_at = $3 where id = $1",
            [target.factorId, name, auth.now()],
          );
        }
        const traits = { user_id: user.id, factor_id: target.factorId };
        await tx.record({ action: "factor_updated", actor: user, traits });
        return (await requireFactorOf(tx, target)).factor;
      });
      return c.json(factor);
    })
    .delete("/admin/users/:id/factors/:factorId", async (c) => {
      const target = readTarget(c.req.param());
      const factor = await auth.transaction(c, async (tx) => {
        const found = await requireFactorOf(tx, target);
        await deleteFactor(tx, target.factorId);
        const traits = { user_id: target.userId, factor_id: target.factorId };
        await tx.record({ action: "factor_deleted", actor: found.user, traits });
        return found.factor;
      });
      return c.json(factor);
    });
}

interface Target {
  userId: string;
  factorId: string;
}

function readTarget(path: { id: string; factorId: string }): Target {
  return {
    userId: requireUuid(path.id, "user_id"),
    factorId: requireUuid(path.factorId, "factor_id"),
  };
}

async function requireFactorOf(tx: AuthTransaction, { userId, factorId }: Target) {
  const user = await requireUser(tx, userId);
  const factor = (await listFactors(tx, userId)).find(({ id }: FactorJson) => id === factorId);
  if (factor === undefined) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return { user, factor };
}
