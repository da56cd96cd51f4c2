import { ShieldAlert, ShieldCheck } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import { Status } from "@/components/ui/status";
import { decideMember } from "@/features/team/actions";
import { powersOver } from "@/features/team/permissions";
import { strings } from "@/features/team/strings";
import type { Member, Role } from "@/features/team/types";

const texts = strings.security;

function ResetForm({ orgId, member }: { orgId: string; member: Member }) {
  return (
    <Disclosure summary={texts.reset} isDangerous>
      <Form action={decideMember} label={texts.resetOf(member.name)} className="gap-3">
        <input type="hidden" name="org_id" value={orgId} />
        <input type="hidden" name="user_id" value={member.userId} />
        <p className="text-sm text-ink-muted">{texts.resetHint}</p>
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton variant="danger" name="intent" value="reset">
            {texts.resetOf(member.name)}
          </SubmitButton>
          <FormSaved />
        </div>
      </Form>
    </Disclosure>
  );
}

export function MemberFactors({
  orgId,
  members,
  viewer,
}: {
  orgId: string;
  members: readonly Member[];
  viewer: { userId: string; role: Role };
}) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {members.map((member) => (
        <li key={member.userId} className="py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="font-medium">{member.name}</p>
            <Status
              tone={member.factors > 0 ? "success" : "neutral"}
              icon={member.factors > 0 ? ShieldCheck : ShieldAlert}
            >
              {member.factors > 0 ? texts.factors(member.factors) : texts.none}
            </Status>
          </div>
          {powersOver(viewer, member, members).canResetFactors ? (
            <ResetForm orgId={orgId} member={member} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
