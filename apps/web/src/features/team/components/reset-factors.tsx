"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { useSuccessToast } from "@/components/ui/toast";
import { decideMember } from "@/features/team/actions";
import { strings } from "@/features/team/strings";
import type { Member } from "@/features/team/types";

const texts = strings.security;

export function ResetFactors({
  orgId,
  member,
}: {
  orgId: string;
  member: Pick<Member, "userId" | "name">;
}) {
  const label = texts.resetOf(member.name);
  const confirm = useSuccessToast(texts.resetDone(member.name));
  return (
    <DangerDialog
      summary={texts.reset}
      about={member.name}
      title={label}
      description={texts.resetHint(member.name)}
      isMenuRow
    >
      {(close, cancel) => (
        <Form action={decideMember} label={label} onAnswer={confirm} onSuccess={close}>
          <input type="hidden" name="org_id" value={orgId} />
          <input type="hidden" name="user_id" value={member.userId} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="danger" name="intent" value="reset">
              {texts.reset}
            </SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </DangerDialog>
  );
}
