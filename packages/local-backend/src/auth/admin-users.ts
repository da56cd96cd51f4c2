import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import {
  type AdminUserBody,
  adminUserBody,
  readBan,
  readPasswordHash,
  refusePhone,
} from "./admin-fields.ts";
import { describeSubject, SERVICE_ROLE } from "./audit.ts";
import { requireAdmin } from "./authenticate.ts";
import { emailExists } from "./change-email.ts";
import { confirmEmail } from "./confirm.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { deleteOneTimeTokens } from "./one-time-tokens.ts";
import { readBody, requireUuid } from "./requests.ts";
import { endSessions } from "./sessions.ts";
import { softDeleteUser } from "./soft-delete.ts";
import { listFactors, presentUser } from "./user-json.ts";
import { listUsers } from "./user-list.ts";
import {
  AUDIENCE,
  findUserByEmail,
  findUserById,
  insertEmailIdentity,
  insertUser,
  isUniqueViolation,
  mergeMetadata,
  type UserChanges,
  type UserRow,
  updateUser,
} from "./users.ts";

const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

export function createAdminUserRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .use("/admin/users/*", adminOnly(auth))
    .get("/admin/users", async (c) => {
      const { users, total, links } = await auth.transaction(c, (tx) =>
        listUsers(tx, c.req.query()),
      );
      c.header("x-total-count", String(total));
      if (links !== "") c.header("link", links);
      return c.json({ users, aud: AUDIENCE });
    })
    .post("/admin/users", async (c) => {
      const body = await readBody(c, adminUserBody);
      refusePhone(body);
      const hash = await readPasswordHash(auth, body);
      return c.json(await auth.transaction(c, (tx) => createUser(auth, tx, body, hash)));
    })
    .get("/admin/users/:id", async (c) => {
      const id = requireUuid(c.req.param("id"), "user_id");
      return c.json(
        await auth.transaction(c, async (tx) => presentUser(tx, await requireUser(tx, id))),
      );
    })
    .put("/admin/users/:id", async (c) => {
      const id = requireUuid(c.req.param("id"), "user_id");
      const body = await readBody(c, adminUserBody);
      refusePhone(body);
      const hash = await readPasswordHash(auth, body);
      return c.json(await auth.transaction(c, (tx) => changeUser(auth, tx, { id, body, hash })));
    })
    .delete("/admin/users/:id", async (c) => {
      const id = requireUuid(c.req.param("id"), "user_id");
      const body = await readBody(c, deleteBody);
      await auth.transaction(c, async (tx) => {
        const user = await requireUser(tx, id);
        const traits = describeSubject(user);
        await tx.record({ action: "user_deleted", actor: SERVICE_ROLE, traits });
        if (body.should_soft_delete) await softDeleteUser(tx, user, auth.now());
        else await deleteUser(tx, id);
      });
      return c.json({});
    })
    .get("/admin/users/:id/factors", async (c) => {
      const id = requireUuid(c.req.param("id"), "user_id");
      const factors = await auth.transaction(c, async (tx) => {
        await requireUser(tx, id);
        return listFactors(tx, id);
      });
      return c.json(factors);
    })
    .delete("/admin/users/:id/factors/:factorId", async (c) => {
      const id = requireUuid(c.req.param("id"), "user_id");
      const factorId = requireUuid(c.req.param("factorId"), "factor_id");
      await auth.transaction(c, async (tx) => {
        const user = await requireUser(tx, id);
        const deleted = await tx.query(
          "delete from auth.mfa_factors where id = $1 and user_id = $2 returning id",
          [factorId, id],
        );
        if (deleted.length === 0) {
          throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
        }
        const traits = { user_id: id, factor_id: factorId };
        await tx.record({ action: "factor_deleted", actor: user, traits });
      });
      return c.json({ id: factorId });
    });
}

export function adminOnly(auth: AuthContext) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    await requireAdmin(auth, c);
    await next();
  });
}

async function requireUser(tx: AuthTransaction, id: string): Promise<UserRow> {
  const user = await findUserById(tx, id);
  if (user === undefined) throw new AuthError(404, "user_not_found", "User not found");
  return user;
}

/** The usual cause is a foreign key that does not cascade. The message is hosted's. */
async function deleteUser(tx: AuthTransaction, id: string): Promise<void> {
  await tx.query("delete from auth.users where id = $1", [id]).catch((cause: unknown) => {
    throw new AuthError(500, "unexpected_failure", "Database error deleting user", {}, { cause });
  });
}

async function createUser(
  auth: AuthContext,
  tx: AuthTransaction,
  body: AdminUserBody,
  hash: string | undefined,
) {
  if (body.email === undefined) {
    throw invalid("Cannot create a user without either an email or phone");
  }
  if (body.id !== undefined) requireUuid(body.id, "id");
  if (await findUserByEmail(tx, body.email)) throw emailExists();
  const now = auth.now();
  const row = {
    ...(body.id === undefined ? {} : { id: body.id }),
    email: body.email,
    encryptedPassword: hash ?? null,
    userMetadata: body.user_metadata ?? {},
    ...(body.app_metadata === undefined ? {} : { appMetadata: body.app_metadata }),
    ...(body.role === undefined ? {} : { role: body.role }),
    now,
  };
  let user = await insertUser(tx, row, "Database error creating new user").catch(asEmailExists);
  const traits = describeSubject(user);
  await tx.record({ action: "user_signedup", actor: SERVICE_ROLE, traits });
  if (body.email_confirm) user = await confirmEmail(tx, user, now);
  const ban = readBan(auth, body.ban_duration);
  if (ban !== undefined) user = await updateUser(tx, user.id, { banned_until: ban }, now);
  return presentUser(tx, user);
}

async function changeUser(
  auth: AuthContext,
  tx: AuthTransaction,
  request: { id: string; body: AdminUserBody; hash: string | undefined },
) {
  const { id, body, hash } = request;
  const now = auth.now();
  let user = await requireUser(tx, id);
  if (body.email_confirm) user = await confirmEmail(tx, user, now);
  const changes: UserChanges = {};
  const ban = readBan(auth, body.ban_duration);
  if (ban !== undefined) changes.banned_until = ban;
  if (body.role !== undefined) changes.role = body.role;
  if (hash !== undefined) {
    changes.encrypted_password = hash;
    await deleteOneTimeTokens(tx, id);
    await endSessions(tx, id, "global", null);
  }
  if (body.app_metadata !== undefined) {
    changes.raw_app_meta_data = mergeMetadata(user.raw_app_meta_data, body.app_metadata);
  }
  if (body.user_metadata !== undefined) {
    changes.raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, body.user_metadata);
  }
  if (body.email !== undefined && body.email !== user.email) {
    await moveEmailIdentity(tx, { userId: id, email: body.email, now });
    changes.email = body.email;
  }
  const changed = await updateUser(tx, id, changes, now).catch(asEmailExists);
  const traits = describeSubject(changed);
  await tx.record({ action: "user_modified", actor: SERVICE_ROLE, traits });
  return presentUser(tx, changed);
}

async function moveEmailIdentity(
  tx: AuthTransaction,
  identity: { userId: string; email: string; now: Date },
): Promise<void> {
  const { userId, email, now } = identity;
  const moved = await tx.query(
    `update auth.identities set identity_data = identity_data || $2, updated_at = $3
     where user_id = $1 and provider = 'email' returning id`,
    [userId, { email }, now],
  );
  if (moved.length > 0) return;
  const data = { sub: userId, email, email_verified: false, phone_verified: false };
  await insertEmailIdentity(tx, { userId, data, now });
}

function asEmailExists(error: unknown): never {
  throw isUniqueViolation(error) ? emailExists() : error;
}
