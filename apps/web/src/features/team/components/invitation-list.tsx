import { CircleOff, Clock, TimerOff } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { Status } from "@/components/ui/status";
import { decideInvitation, invite } from "@/features/team/actions";
import { RoleBadge } from "@/features/team/components/role-badge";
import { strings } from "@/features/team/strings";
import type { Invitation } from "@/features/team/types";
import { formatDateTime } from "@/lib/format/format";

const texts = strings.invitations;

function InvitationActions({ orgId, invitation }: { orgId: string; invitation: Invitation }) {
  const label = texts.actions(invitation.email);
  if (invitation.status === "expired" && invitation.reservesAddress) {
    return (
      <Form action={decideInvitation} label={label}>
        <input type="hidden" name="invitation_id" value={invitation.id} />
        <SubmitButton
          variant="secondary"
          size="sm"
          name="intent"
          value="resend"
          className="self-start"
        >
          {texts.again}
        </SubmitButton>
      </Form>
    );
  }
  if (invitation.status !== "pending") {
    return (
      <Form action={invite} label={label}>
        <input type="hidden" name="org_id" value={orgId} />
        <input type="hidden" name="email" value={invitation.email} />
        <input type="hidden" name="role" value={invitation.role} />
        <SubmitButton variant="secondary" size="sm" className="self-start">
          {texts.again}
        </SubmitButton>
      </Form>
    );
  }
  return (
    <Form action={decideInvitation} label={label} className="gap-3">
      <input type="hidden" name="invitation_id" value={invitation.id} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="secondary" size="sm" name="intent" value="resend">
          {texts.resend}
        </SubmitButton>
        <SubmitButton variant="quiet" size="sm" name="intent" value="revoke">
          {texts.revoke}
        </SubmitButton>
        <FormSaved />
      </div>
    </Form>
  );
}

const BADGES = {
  pending: { tone: "neutral", icon: Clock },
  expired: { tone: "warning", icon: TimerOff },
  ended: { tone: "warning", icon: CircleOff },
} as const;

export function InvitationList({
  orgId,
  invitations,
  timeZone,
}: {
  orgId: string;
  invitations: readonly Invitation[];
  timeZone: string;
}) {
  if (invitations.length === 0) return <p className="text-ink-muted">{texts.none}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {invitations.map((invitation) => {
        const { status } = invitation;
        const until = formatDateTime(invitation.expiresAt, { timeZone });
        return (
          <li key={invitation.id} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="font-medium break-all">{invitation.email}</p>
              <RoleBadge role={invitation.role} />
              <Status {...BADGES[status]}>{texts[status]}</Status>
              <p className="w-full text-sm text-ink-muted">{texts.details[status](until)}</p>
            </div>
            <InvitationActions orgId={orgId} invitation={invitation} />
          </li>
        );
      })}
    </ul>
  );
}
