import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import {
  type AdminUserBody,
  adminUserBody,
  hashByRules,
  hashForNewUser,
  readBan,
  refusePhone,
} from "./admin-fields.ts";
import { describeSubject, SERVICE_ROLE } from "./audit.ts";
import { requireAdmin } from "./authenticate.ts";
import { emailExists } from "./change-email.ts";
import { confirmUser } from "./confirm.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { parseEmail } from "./email-address.ts";
import { AuthError, invalid } from "./errors.ts";
import { deleteOneTimeTokens } from "./one-time-tokens.ts";
import { describePage, readPage } from "./paging.ts";
import { readBody, readOptionalBody, requireUuid } from "./requests.ts";
import { endSessions } from "./sessions.ts";
import { softDeleteUser } from "./soft-delete.ts";
import { presentUser } from "./user-json.ts";
import { listUsers } from "./user-list.ts";
import {
  AUDIENCE,
  findUserByEmail,
  findUserById,
  insertEmailIdentity,
  insertUser,
  isUniqueViolation,
  mergeMetadata,
  NO_CODES_SENT,
  type UserChanges,
  type UserRow,
  updateUser,
} from "./users.ts";

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

export function createAdminUserRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .use("/admin/users/*", adminOnly(auth))
    .use("/admin/users/:id/*", async (c, next) => {
      requireUuid(c.req.param("id"), "user_id");
      await next();
    })
    .get("/admin/users", async (c) => {
      const query = c.req.query();
      const page = readPage(query);
      const { users, total } = await auth.transaction(c, (tx) => listUsers(tx, query, page));
      const headers = describePage("/admin/users", query, { page, total });
      return c.json({ users, aud: AUDIENCE }, 200, headers);
    })
    .post("/admin/users", async (c) => {
      const body = await readBody(c, adminUserBody);
      refusePhone(body);
      const hash = await hashForNewUser(body);
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
      // Hosted Supabase ignores `password_hash` in updates.
      const hash = await hashByRules(auth, body.password);
      return c.json(await auth.transaction(c, (tx) => changeUser(auth, tx, { id, body, hash })));
    })
    .delete("/admin/users/:id", async (c) => {
      const id = requireUuid(c.req.param("id"), "user_id");
      const body = await readOptionalBody(c, deleteBody);
      await auth.transaction(c, async (tx) => {
        const user = await requireUser(tx, id);
        const traits = describeSubject(user);
        await tx.record({ action: "user_deleted", actor: SERVICE_ROLE, traits });
        if (body.should_soft_delete) await softDeleteUser(tx, user, auth.now());
        else await deleteUser(tx, id);
      });
      return c.json({});
    });
}

export function adminOnly(auth: AuthContext) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    await requireAdmin(auth, c);
    await next();
  });
}

export async function requireUser(tx: AuthTransaction, id: string): Promise<UserRow> {
  const user = await findUserById(tx, id);
  if (user === undefined) throw new AuthError(404, "user_not_found", "User not found");
  return user;
}

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
  const email = parseEmail(body.email);
  if (body.id !== undefined && !z.guid().safeParse(body.id).success) {
    throw invalid("ID must conform to the uuid v4 format");
  }
  if (body.id === NIL_UUID) throw invalid("ID cannot be a nil uuid");
  if (await findUserByEmail(tx, email)) throw emailExists();
  const now = auth.now();
  const row = {
    ...(body.id === undefined ? {} : { id: body.id }),
    email,
    encryptedPassword: hash ?? null,
    userMetadata: body.user_metadata ?? (body.password_hash === undefined ? {} : null),
    ...(body.app_metadata === undefined ? {} : { appMetadata: body.app_metadata }),
    ...(body.role === undefined ? {} : { role: body.role }),
    now,
  };
  let user = await insertUser(tx, row, "Database error creating new user").catch(asEmailExists);
  const traits = { provider: "email", ...describeSubject(user) };
  await tx.record({ action: "user_signedup", actor: SERVICE_ROLE, traits });
  if (body.email_confirm) user = await confirmUser(tx, user, now);
  const ban = readBan(auth, body.ban_duration);
  if (ban !== undefined) user = await updateUser(tx, user.id, { banned_until: ban }, now);
  // Hosted Supabase returns null for `confirmed_at` and for missing metadata.
  const created = await presentUser(tx, { ...user, confirmed_at: null });
  return { ...created, user_metadata: user.raw_user_meta_data };
}

async function changeUser(
  auth: AuthContext,
  tx: AuthTransaction,
  request: { id: string; body: AdminUserBody; hash: string | undefined },
) {
  const { id, body, hash } = request;
  const now = auth.now();
  const email = body.email === undefined ? undefined : parseEmail(body.email);
  const before = await requireUser(tx, id);
  let user = before;
  if (body.email_confirm) user = await confirmUser(tx, user, now);
  const changes: UserChanges = {};
  const ban = readBan(auth, body.ban_duration);
  if (ban !== undefined) changes.banned_until = ban;
  if (body.role !== undefined) changes.role = body.role;
  if (hash !== undefined) {
    Object.assign(changes, NO_CODES_SENT, { encrypted_password: hash });
    await deleteOneTimeTokens(tx, id);
    await endSessions(tx, id, "global", null);
  }
  if (body.app_metadata !== undefined) {
    changes.raw_app_meta_data = mergeMetadata(user.raw_app_meta_data, body.app_metadata);
  }
  if (body.user_metadata !== undefined) {
    changes.raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, body.user_metadata);
  }
  if (email !== undefined && email !== user.email) changes.email = email;
  if (user.is_anonymous && email !== undefined && body.email_confirm) changes.is_anonymous = false;
  const identity = { userId: id, email, isConfirmed: body.email_confirm === true, now };
  await addEmailIdentity(tx, identity);
  const changed = await updateUser(tx, id, changes, now).catch(asEmailExists);
  const traits = describeSubject(changed);
  await tx.record({ action: "user_modified", actor: SERVICE_ROLE, traits });
  // Hosted Supabase returns the old values of the generated column `confirmed_at` and of the
  // identity.
  const answer = await presentUser(tx, { ...changed, confirmed_at: before.confirmed_at });
  if (email !== undefined) await moveEmailIdentity(tx, identity);
  return answer;
}

interface EmailIdentity {
  userId: string;
  email: string | undefined;
  isConfirmed: boolean;
  now: Date;
}

async function addEmailIdentity(
  tx: AuthTransaction,
  { userId, email, isConfirmed, now }: EmailIdentity,
): Promise<void> {
  if (email === undefined) return;
  const known = await tx.query(
    "select id from auth.identities where user_id = $1 and provider = 'email'",
    [userId],
  );
  if (known.length > 0) return;
  const data = { sub: userId, email, email_verified: isConfirmed, phone_verified: false };
  await insertEmailIdentity(tx, { userId, data, now });
}

async function moveEmailIdentity(
  tx: AuthTransaction,
  { userId, email, isConfirmed, now }: EmailIdentity,
): Promise<void> {
  await tx.query(
    `update auth.identities set identity_data = identity_data || $2, updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [userId, { email, email_verified: isConfirmed }, now],
  );
}

function asEmailExists(error: unknown): never {
  throw isUniqueViolation(error) ? emailExists() : error;
}
