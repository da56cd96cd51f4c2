import { Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { hashByRules } from "./admin-fields.ts";
import { adminOnly } from "./admin-users.ts";
import { SERVICE_ROLE } from "./audit.ts";
import { emailExists } from "./change-email.ts";
import { createUnknownPassword, hashOtp } from "./codes.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { parseEmail } from "./email-address.ts";
import { AuthError, invalid } from "./errors.ts";
import { buildActionLink, type VerificationType } from "./mailer.ts";
import { type OneTimeTokenType, storeOneTimeToken } from "./one-time-tokens.ts";
import { hashPassword } from "./password.ts";
import { chooseRedirect } from "./redirects.ts";
import { metadataField, readBody, textField } from "./requests.ts";
import { createCode, sendCode } from "./send-code.ts";
import { presentUser } from "./user-json.ts";
import {
  findUserByEmail,
  insertUser,
  mergeMetadata,
  type UserChanges,
  type UserRow,
  updateUser,
} from "./users.ts";

const LINK_TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;
type LinkType = (typeof LINK_TYPES)[number];

const linkBody = z.object({
  type: textField,
  email: textField,
  new_email: textField,
  password: textField,
  data: metadataField,
  redirect_to: textField,
});
const inviteBody = z.object({ email: textField, data: metadataField });

interface LinkRequest {
  type: LinkType;
  email: string;
  newEmail: string | undefined;
  hash: string | undefined;
  data: Record<string, unknown> | undefined;
  redirectTo: string;
}

export function createAdminLinkRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .post("/admin/generate_link", adminOnly(auth), async (c) => {
      const body = await readBody(c, linkBody);
      const type = LINK_TYPES.find((known) => known === body.type);
      if (type === undefined) {
        throw invalid(`Invalid email action link type requested: ${body.type ?? ""}`);
      }
      const request = {
        type,
        email: parseEmail(body.email),
        newEmail: type.startsWith("email_change") ? parseEmail(body.new_email) : undefined,
        hash: type === "signup" ? await hashByRules(auth, body.password) : undefined,
        data: body.data,
        redirectTo: chooseRedirect(auth.config, c, body.redirect_to),
      };
      return c.json(await auth.transaction(c, (tx) => generateLink(auth, tx, request)));
    })
    .post("/invite", adminOnly(auth), async (c) => {
      const body = await readBody(c, inviteBody);
      const email = parseEmail(body.email);
      const redirectTo = chooseRedirect(auth.config, c);
      const user = await auth.transaction(c, async (tx) => {
        const invited = await findOrInsert(auth, tx, { email, data: body.data ?? {} });
        if (invited.email_confirmed_at !== null) throw emailExists();
        await recordInvitation(tx, invited);
        const emailed = await sendCode(auth, tx, { kind: "invite", user: invited, redirectTo });
        return presentUser(tx, emailed);
      });
      return c.json(user);
    });
}

async function generateLink(auth: AuthContext, tx: AuthTransaction, request: LinkRequest) {
  const known = await findUserByEmail(tx, request.email);
  const type = known === undefined && request.type === "magiclink" ? "signup" : request.type;
  if (known === undefined && type !== "signup" && type !== "invite") {
    throw new AuthError(404, "user_not_found", "User with this email not found");
  }
  if (known?.email_confirmed_at && (type === "signup" || type === "invite")) throw emailExists();
  if (known === undefined && request.type === "signup" && request.hash === undefined) {
    throw invalid("Signup requires a valid password");
  }
  const user = known
    ? await updateLinkUser(auth, tx, known, request)
    : await insertLinkUser(auth, tx, request);
  const plan = planLink(auth, type, request);
  if (plan.newEmail !== undefined && (await findUserByEmail(tx, plan.newEmail))) {
    throw emailExists();
  }
  if (plan.type === "invite") await recordInvitation(tx, user);
  if (plan.token === "recovery_token") {
    await tx.record({ action: "user_recovery_requested", actor: user });
  }
  const { otp, hash } = createCode(auth, plan.address, false);
  // As on hosted Supabase, `hashed_token` is always computed with the current address. For
  // `email_change_new`, it therefore cannot be verified, but the link and the code can.
  const shownHash = hashOtp(request.email, otp);
  const now = auth.now();
  await storeOneTimeToken(tx, {
    userId: user.id,
    type: plan.token,
    hash,
    relatesTo: plan.address,
    createdAt: now,
  });
  const updated = await updateUser(tx, user.id, plan.changes(now), now);
  const { redirectTo } = request;
  return {
    ...(await presentUser(tx, updated)),
    action_link: buildActionLink(auth.service.urls.api, {
      hash,
      type: plan.type,
      redirectTo,
    }),
    email_otp: otp,
    hashed_token: shownHash,
    verification_type: type,
    redirect_to: redirectTo,
  };
}

function recordInvitation(tx: AuthTransaction, user: UserRow): Promise<void> {
  const traits = { user_id: user.id, user_email: user.email ?? "" };
  return tx.record({ action: "user_invited", actor: SERVICE_ROLE, traits });
}

interface LinkPlan {
  type: VerificationType;
  token: OneTimeTokenType;
  address: string;
  newEmail?: string;
  changes(now: Date): UserChanges;
}

function planLink(auth: AuthContext, type: LinkType, request: LinkRequest): LinkPlan {
  const address = request.email;
  switch (type) {
    case "signup":
      return {
        type,
        token: "confirmation_token",
        address,
        changes: (now) => ({ confirmation_sent_at: now }),
      };
    case "invite":
      return {
        type,
        token: "confirmation_token",
        address,
        changes: (now) => ({ confirmation_sent_at: now, invited_at: now }),
      };
    case "magiclink":
    case "recovery":
      return {
        type,
        token: "recovery_token",
        address,
        changes: (now) => ({ recovery_sent_at: now }),
      };
    case "email_change_current":
    case "email_change_new":
      return planEmailChange(auth, type, request);
  }
}

function planEmailChange(
  auth: AuthContext,
  type: "email_change_current" | "email_change_new",
  { email, newEmail }: LinkRequest,
): LinkPlan {
  if (newEmail === undefined) throw invalid("new_email is required to change an email address");
  const isCurrent = type === "email_change_current";
  if (isCurrent && !auth.config.email.double_confirm_changes) {
    throw invalid("Enable secure email change to generate link for current email");
  }
  return {
    type: "email_change",
    token: isCurrent ? "email_change_token_current" : "email_change_token_new",
    address: isCurrent ? email : newEmail,
    newEmail,
    changes: (now) => ({
      email_change: newEmail,
      email_change_sent_at: now,
      email_change_confirm_status: 0,
    }),
  };
}

async function updateLinkUser(
  auth: AuthContext,
  tx: AuthTransaction,
  user: UserRow,
  { type, data }: LinkRequest,
): Promise<UserRow> {
  if (type !== "signup" || data === undefined) return user;
  const merged = mergeMetadata(user.raw_user_meta_data, data);
  return updateUser(tx, user.id, { raw_user_meta_data: merged }, auth.now());
}

async function insertLinkUser(
  auth: AuthContext,
  tx: AuthTransaction,
  request: LinkRequest,
): Promise<UserRow> {
  if (request.type === "invite") return findOrInsert(auth, tx, request);
  const hash = request.hash ?? (await hashPassword(createUnknownPassword()));
  return findOrInsert(auth, tx, { ...request, hash });
}

async function findOrInsert(
  auth: AuthContext,
  tx: AuthTransaction,
  request: { email: string; data: Record<string, unknown> | undefined; hash?: string | undefined },
): Promise<UserRow> {
  const known = await findUserByEmail(tx, request.email);
  if (known !== undefined) return known;
  return insertUser(tx, {
    email: request.email,
    encryptedPassword: request.hash ?? null,
    userMetadata: request.data ?? {},
    now: auth.now(),
  });
}
