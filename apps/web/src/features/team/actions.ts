"use server";

import type { Route } from "next";
import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { askForCode, confirmTypedCode } from "@/features/auth/mutations";
import { emailSchema, verifySchema } from "@/features/auth/schema";
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
  invitationSchema,
  inviteSchema,
  joinFlow,
  joinSchema,
  memberSchema,
  nameSchema,
  roleSchema,
} from "@/features/team/schema";
import { strings } from "@/features/team/strings";
import { action, guestAction } from "@/lib/backend/backend.server";
import { refetchChanged, refetched } from "@/lib/backend/refetch.server";
import {
  clearPendingCode,
  readPendingCode,
  savePendingCode,
} from "@/lib/codes/pending-code.server";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { keepInput, problemFailure, toProblem } from "@/lib/errors/problem";
import { type FormState, fieldFailure, parseForm } from "@/lib/forms/form-state";
import { deliverMailSoon } from "@/lib/mail";

const done = (message: string): FormState => ({ ok: true, data: null, message });

/** Invites an address to the firm. */
export const invite = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(inviteSchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await createInvitation(backend.db, parsed.data);
    if (error) {
      const { code, details } = toProblem(error);
      const { memberAlready, invitedAlready } = strings.invite;
      const refused = (email: string) => refetched(fieldFailure(form, { email }));
      if (code === "already_member") return refused(memberAlready);
      if (details.rule === "unique") return refused(invitedAlready);
      return problemFailure(form, error, ["email", "role"]);
    }
    deliverMailSoon(backend);
    refresh();
    return done(strings.invite.sent(parsed.data.email));
  },
  keepInput,
);

/** Sends an invitation again or takes it back. */
export const decideInvitation = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(invitationSchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await changeInvitation(backend.db, parsed.data);
    if (error) {
      const failure = refetchChanged(problemFailure(form, error));
      // Its sentence is for who was invited.
      if (failure.code !== "invitation_closed") return failure;
      return { ...failure, message: sentenceFor("invalid_transition") };
    }
    if (parsed.data.intent === "resend") deliverMailSoon(backend);
    refresh();
    return done(strings.invitations.resent);
  },
  keepInput,
);

/** Gives a member another role. */
export const saveRole = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(roleSchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await changeRole(backend.db, parsed.data);
    if (error) return refetchChanged(problemFailure(form, error, ["role"]));
    refresh();
    return done(strings.list.saved);
  },
  keepInput,
);

/** Suspends, restores or removes a member, or resets their factors; whoever left goes to the firms. */
export const decideMember = action(
  async ({ backend, session }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(memberSchema, form);
    if (!parsed.ok) return parsed;
    const { org_id, user_id, intent } = parsed.data;
    const { error } =
      intent === "reset"
        ? await resetFactors(backend.functions, { org_id, user_id })
        : await changeMember(backend.db, { org_id, user_id, intent });
    if (error) return refetchChanged(problemFailure(form, error));
    if (user_id === session.claims.sub) {
      revalidatePath("/", "layout");
      redirect("/o");
    }
    refresh();
    return done(intent === "reset" ? strings.security.resetDone : strings.list.saved);
  },
  keepInput,
);

/** Sends the code that proves the invited address; another address is told so. */
export const sendJoinCode = guestAction(
  async (
    { backend },
    invitationId: string,
    _state: FormState,
    form: FormData,
  ): Promise<FormState> => {
    const parsed = parseForm(emailSchema, form);
    if (!parsed.ok) return parsed;
    const { email } = parsed.data;
    const invitation = await getInvitation(backend.anonymous.db, invitationId);
    if (!invitation || !mayBeInvited(email, invitation.emailMasked)) {
      const masked = invitation?.emailMasked ?? "";
      return fieldFailure(form, { email: strings.join.mismatch(masked) });
    }
    const error = await askForCode(backend.auth, { purpose: "join", email });
    if (error) return problemFailure(form, error, ["email"]);
    await savePendingCode({ flow: joinFlow(invitationId), purpose: "join", email });
    refresh();
    return { ok: true, data: null };
  },
);

/** Confirms the code; the page then offers to join. */
export const confirmJoinCode = guestAction(
  async (
    { backend },
    invitationId: string,
    _state: FormState,
    form: FormData,
  ): Promise<FormState> => {
    const parsed = parseForm(verifySchema, form);
    if (!parsed.ok) return parsed;
    const page = `/join/${invitationId}` as Route;
    const pending = await readPendingCode(joinFlow(invitationId));
    if (!pending) redirect(page);
    const { purpose, email } = pending;
    const { code } = parsed.data;
    const error = await confirmTypedCode(backend.auth, { purpose, email, code, pending });
    if (error) return problemFailure(form, error, ["code"]);
    await clearPendingCode(joinFlow(invitationId));
    revalidatePath("/", "layout");
    redirect(page);
  },
);

/** Goes back from the code to the address. */
export const forgetJoinCode = guestAction(
  async (_context, invitationId: string, _form: FormData): Promise<void> => {
    await clearPendingCode(joinFlow(invitationId));
    refresh();
  },
);

/** Joins the firm; a new person's name is stored first and a password can be chosen after. */
export const join = action(
  async ({ backend, session }, _state: FormState, form: FormData): Promise<FormState> => {
    const target = parseForm(joinSchema, form);
    if (!target.ok) return target;
    const isNew = form.has("name");
    if (isNew) {
      const parsed = parseForm(nameSchema, form);
      if (!parsed.ok) return parsed;
      const { name } = parsed.data;
      const error = await saveName(backend.db, { userId: session.claims.sub, name });
      if (error) return problemFailure(form, error, ["name"]);
    }
    const { slug, error } = await acceptInvitation(backend.db, target.data.invitation_id);
    const known = error ? toProblem(error) : null;
    if (error && known?.code !== "already_member") {
      return refetchChanged(problemFailure(form, error));
    }
    const firm = slug ?? String(known?.details.slug ?? "");
    revalidatePath("/", "layout");
    const path = `/o/${firm}`;
    redirect((isNew ? `/set-password?next=${encodeURIComponent(path)}` : path) as Route);
  },
  keepInput,
);
