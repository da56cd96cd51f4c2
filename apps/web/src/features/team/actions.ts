"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { askForCode, confirmTypedCode } from "@/features/auth/mutations";
import { emailSchema, verifyCodeSchema } from "@/features/auth/schema";
import { saveEndedFirm } from "@/features/orgs/ended/ended-firm.server";
import { getOrgName } from "@/features/orgs/queries";
import {
  acceptInvitation,
  changeInvitation,
  changeMember,
  changeRole,
  createInvitation,
  resetFactors,
  saveName,
} from "@/features/team/mutations";
import { mayBeInvited } from "@/features/team/permissions";
import { getInvitation } from "@/features/team/queries";
import {
  againSchema,
  invitationSchema,
  inviteSchema,
  joinFlow,
  joinSchema,
  memberSchema,
  roleSchema,
} from "@/features/team/schema";
import { strings } from "@/features/team/strings";
import { deliverEmailSoon } from "@/lib/backend/deliver-email.server";
import { withRefresh, withRefreshIfChanged } from "@/lib/backend/refresh.server";
import {
  clearPendingCode,
  readPendingCode,
  savePendingCode,
} from "@/lib/codes/pending-code.server";
import { toAppError } from "@/lib/errors/app-error";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { formAction, guestFormAction, refreshed } from "@/lib/forms/form-action.server";
import { type FormFailure, fieldFailure } from "@/lib/forms/form-state";

/** The usual sentence for this limit is written for the person who reaches it, not for others. */
function withOwnerLimit(failure: FormFailure, error: unknown, action: "role" | "restore") {
  if (failure.code !== "limit_reached") return failure;
  const { limit } = toAppError(error).details;
  if (typeof limit !== "number") return failure;
  return { ...failure, message: strings.list.ownerLimit[action](limit) };
}

function refusedAddress(error: unknown, form: FormData) {
  const { code, details } = toAppError(error);
  const { memberAlready, invitedAlready } = strings.invite;
  if (code === "already_member") return withRefresh(fieldFailure(form, { email: memberAlready }));
  if (details.rule === "unique") return withRefresh(fieldFailure(form, { email: invitedAlready }));
  return null;
}

export const invite = formAction({
  schema: inviteSchema,
  run: async ({ backend, form, data, fail }) => {
    const { error } = await createInvitation(backend.db, data);
    if (error) return refusedAddress(error, form) ?? fail(error, ["email", "role"]);
    deliverEmailSoon(backend);
    return refreshed(strings.invite.sent(data.email));
  },
});

export const decideInvitation = formAction({
  schema: invitationSchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await changeInvitation(backend.db, data);
    if (error) {
      const failure = withRefreshIfChanged(fail(error));
      // The usual sentence for this code is written for the invited person, not for staff.
      if (failure.code !== "invitation_closed") return failure;
      return { ...failure, message: sentenceFor("invalid_transition") };
    }
    if (data.intent === "revoke") return refreshed();
    deliverEmailSoon(backend);
    return refreshed(strings.invitations.resent);
  },
});

/**
 * Until the scheduled `sweep` function closes an expired invitation, the invitation blocks a new
 * one, so resends it. If the invitation is closed, creates a new invitation.
 */
export const inviteMemberAgain = formAction({
  schema: againSchema,
  run: async ({ backend, form, data, fail }) => {
    const { invitationId, ...invitation } = data;
    const resent = await changeInvitation(backend.db, { invitationId, intent: "resend" });
    const isClosed = resent.error && toAppError(resent.error).code === "invitation_closed";
    const { error } = isClosed ? await createInvitation(backend.db, invitation) : resent;
    if (error) return refusedAddress(error, form) ?? withRefreshIfChanged(fail(error));
    deliverEmailSoon(backend);
    return refreshed(strings.invitations.resent);
  },
});

export const saveRole = formAction({
  schema: roleSchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await changeRole(backend.db, data);
    if (error) return withOwnerLimit(withRefreshIfChanged(fail(error, ["role"])), error, "role");
    return refreshed(strings.list.saved);
  },
});

export const decideMember = formAction({
  schema: memberSchema,
  run: async ({ backend, session, data, fail }) => {
    const { orgId, userId, intent } = data;
    const isSelf = userId === session.claims.sub;
    const name = isSelf ? await getOrgName(backend.db, orgId) : null;
    const { error } =
      intent === "reset"
        ? await resetFactors(backend.functions, { orgId, userId })
        : await changeMember(backend.db, { orgId, userId, intent });
    if (error) return withOwnerLimit(withRefreshIfChanged(fail(error)), error, "restore");
    if (isSelf) {
      if (name !== null) await saveEndedFirm({ name, userId });
      revalidatePath("/", "layout");
      redirect("/o");
    }
    return refreshed(intent === "restore" ? strings.list.saved : undefined);
  },
});

// public: visitors call this action without a session
/** Rejects an address that does not match the masked address of the invitation. */
export const sendJoinCode = guestFormAction({
  schema: emailSchema,
  run: async ({ backend, form, data, fail }, invitationId: string) => {
    const { email } = data;
    const invitation = await getInvitation(backend.anonymous.db, invitationId);
    if (!invitation) return fieldFailure(form, { email: sentenceFor("invitation_closed") });
    if (!mayBeInvited(email, invitation.emailMasked)) {
      return fieldFailure(form, { email: strings.join.mismatch(invitation.emailMasked) });
    }
    const error = await askForCode(backend.auth, { purpose: "join", email });
    if (error) return fail(error, ["email"]);
    await savePendingCode({ flow: joinFlow(invitationId), purpose: "join", email });
    return refreshed();
  },
});

// public: visitors call this action without a session
export const confirmJoinCode = guestFormAction({
  schema: verifyCodeSchema,
  run: async ({ backend, data, fail }, invitationId: string) => {
    const page = `/join/${invitationId}` as Route;
    const pending = await readPendingCode(joinFlow(invitationId));
    if (!pending) redirect(page);
    const { purpose, email } = pending;
    const { code } = data;
    const error = await confirmTypedCode(backend.auth, { purpose, email, code, pending });
    if (error) return fail(error, ["code"]);
    await clearPendingCode(joinFlow(invitationId));
    revalidatePath("/", "layout");
    redirect(page);
  },
});

export const join = formAction({
  schema: joinSchema,
  run: async ({ backend, session, data, fail }) => {
    const { name } = data;
    if (name !== undefined) {
      const error = await saveName(backend.db, { userId: session.claims.sub, name });
      if (error) return fail(error, ["name"]);
    }
    const { slug, error } = await acceptInvitation(backend.db, data.invitationId);
    const known = error ? toAppError(error) : null;
    if (error && known?.code !== "already_member") {
      return withRefreshIfChanged(fail(error));
    }
    const firm = slug ?? String(known?.details.slug ?? "");
    revalidatePath("/", "layout");
    const path = `/o/${firm}`;
    redirect(
      (name !== undefined ? `/set-password?next=${encodeURIComponent(path)}` : path) as Route,
    );
  },
});
