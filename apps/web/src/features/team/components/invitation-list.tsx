"use client";

import { CircleOff, TimerOff } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { Status } from "@/components/ui/status";
import { useSuccessToast } from "@/components/ui/toast";
import { decideInvitation, invite, inviteMemberAgain } from "@/features/team/actions";
import { AT_THE_EDGE, MemberRow } from "@/features/team/components/member-row";
import { RoleBadge } from "@/features/team/components/role-badge";
import { strings } from "@/features/team/strings";
import type { Invitation } from "@/features/team/types";
import { dateInZone } from "@/lib/format/format";
import { formatDayOfYear } from "@/lib/format/relative-time";

const { invitations: texts, list } = strings;

function RevokeInvitation({ invitation }: { invitation: Invitation }) {
  const confirm = useSuccessToast(texts.revoked);
  return (
    <DangerDialog
      summary={texts.revoke}
      about={invitation.email}
      title={texts.revoke}
      description={texts.revokeLead(invitation.email)}
    >
      {(close, cancel) => (
        <Form action={decideInvitation} label={texts.revoke} onAnswer={confirm} onSuccess={close}>
          <input type="hidden" name="invitation_id" value={invitation.id} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="danger" name="intent" value="revoke">
              {texts.revoke}
            </SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </DangerDialog>
  );
}

function InvitationActions({ orgId, invitation }: { orgId: string; invitation: Invitation }) {
  const label = texts.actions(invitation.email);
  if (invitation.status !== "pending") {
    return (
      <Form action={invitation.status === "expired" ? inviteMemberAgain : invite} label={label}>
        <input type="hidden" name="invitation_id" value={invitation.id} />
        <input type="hidden" name="org_id" value={orgId} />
        <input type="hidden" name="email" value={invitation.email} />
        <input type="hidden" name="role" value={invitation.role} />
        <SubmitButton variant="secondary" className={AT_THE_EDGE}>
          {texts.again}
        </SubmitButton>
      </Form>
    );
  }
  return (
    <Disclosure summary={list.manageOf(invitation.email)} isMore summaryClassName={AT_THE_EDGE}>
      <div className="flex flex-col gap-4 rounded-md bg-sunken p-4 pb-3">
        <Form action={decideInvitation} label={label} className="gap-2">
          <input type="hidden" name="invitation_id" value={invitation.id} />
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton variant="secondary" name="intent" value="resend">
              {texts.resend}
            </SubmitButton>
            <FormSaved />
          </div>
        </Form>
        <div className="border-t border-line pt-3">
          <RevokeInvitation invitation={invitation} />
        </div>
      </div>
    </Disclosure>
  );
}

const ENDED_ICONS = { expired: TimerOff, ended: CircleOff } as const;

export function InvitationList({
  orgId,
  invitations,
  timeZone,
  today,
}: {
  orgId: string;
  invitations: readonly Invitation[];
  timeZone: string;
  /** `YYYY-MM-DD` in the firm's time zone. */
  today: string;
}) {
  if (invitations.length === 0) return <p className="text-ink-muted">{texts.none}</p>;
  const dayOf = (instant: string) =>
    formatDayOfYear(dateInZone(new Date(instant), timeZone), today);
  return (
    <ul className="-mt-3 flex flex-col divide-y divide-line">
      {invitations.map((invitation) => {
        const { status } = invitation;
        const [invited, until] = [dayOf(invitation.invitedAt), dayOf(invitation.expiresAt)];
        return (
          <li key={invitation.id} className="relative py-3">
            <MemberRow
              id={invitation.id}
              name={invitation.email}
              button={status === "pending" ? "more" : "text"}
              detail={texts.details[status](invited, until, strings.asRole[invitation.role])}
            >
              <RoleBadge role={invitation.role} />
              {status === "pending" ? (
                <span className="text-xs text-ink-muted md:pl-5.5">{texts.pending}</span>
              ) : (
                <Status tone="warning" icon={ENDED_ICONS[status]}>
                  {texts[status]}
                </Status>
              )}
            </MemberRow>
            <InvitationActions orgId={orgId} invitation={invitation} />
          </li>
        );
      })}
    </ul>
  );
}
