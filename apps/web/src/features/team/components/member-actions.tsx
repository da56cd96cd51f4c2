"use client";

import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { FormSelect } from "@/components/forms/form-select";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { useSuccessToast } from "@/components/ui/toast";
import { decideMember, saveRole } from "@/features/team/actions";
import { AT_THE_EDGE } from "@/features/team/components/member-row";
import { hasActions, type MemberPowers } from "@/features/team/permissions";
import { strings } from "@/features/team/strings";
import type { Member } from "@/features/team/types";

const texts = strings.list;

type Props = { orgId: string; member: Member; powers: MemberPowers };

function Target({ orgId, member }: Pick<Props, "orgId" | "member">) {
  return (
    <>
      <input type="hidden" name="org_id" value={orgId} />
      <input type="hidden" name="user_id" value={member.userId} />
    </>
  );
}

function MemberAct({
  orgId,
  member,
  intent,
  summary,
  label,
  description,
  done,
}: Omit<Props, "powers"> & {
  intent: "suspend" | "remove";
  summary: string;
  label: string;
  description: string;
  done: string;
}) {
  const confirm = useSuccessToast(done);
  return (
    <DangerDialog summary={summary} about={member.name} title={label} description={description}>
      {(close, cancel) => (
        <Form action={decideMember} label={label} onAnswer={confirm} onSuccess={close}>
          <Target orgId={orgId} member={member} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="danger" name="intent" value={intent}>
              {label}
            </SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </DangerDialog>
  );
}

function RoleForm({ orgId, member, powers }: Props) {
  return (
    <Form action={saveRole} id={`role-${member.userId}`} label={texts.roleOf(member.name)}>
      <Target orgId={orgId} member={member} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-40">
          <FormSelect
            name="role"
            label={texts.role}
            defaultValue={member.role}
            options={powers.roles.map((role) => ({ value: role, label: strings.roles[role] }))}
          />
        </div>
        <SubmitButton variant="secondary">{texts.changeRole}</SubmitButton>
        <FormSaved />
      </div>
    </Form>
  );
}

export function MemberActions({ orgId, member, powers }: Props) {
  if (powers.isLastOwner && powers.isSelf) {
    return <p className="mt-1 pl-10 text-xs text-ink-muted">{texts.lastOwner}</p>;
  }
  if (!hasActions(powers)) return null;
  const notified =
    member.role === "owner" && member.status === "active"
      ? texts.ownersNotified
      : texts.noneNotified;
  const removal = powers.isSelf ? texts.leave : texts.remove(member.name);
  return (
    <Disclosure summary={texts.manageOf(member.name)} isMore summaryClassName={AT_THE_EDGE}>
      <div className="flex flex-col gap-4 rounded-md bg-sunken p-4 pb-3">
        {powers.roles.length > 0 ? (
          <RoleForm orgId={orgId} member={member} powers={powers} />
        ) : null}
        {powers.canRestore ? (
          <Form action={decideMember} label={texts.actionsOf(member.name)} className="gap-2">
            <Target orgId={orgId} member={member} />
            <div className="flex flex-wrap items-center gap-3">
              <SubmitButton variant="secondary" name="intent" value="restore">
                {texts.restore}
              </SubmitButton>
              <FormSaved />
            </div>
          </Form>
        ) : null}
        {powers.canSuspend || powers.canRemove ? (
          <div className="flex flex-col gap-1 not-first:border-t not-first:border-line not-first:pt-3">
            {powers.canSuspend ? (
              <MemberAct
                orgId={orgId}
                member={member}
                intent="suspend"
                summary={texts.suspend}
                label={texts.suspendOf(member.name)}
                description={`${texts.suspendHint} ${notified}`}
                done={texts.suspended(member.name)}
              />
            ) : null}
            {powers.canRemove ? (
              <MemberAct
                orgId={orgId}
                member={member}
                intent="remove"
                summary={powers.isSelf ? texts.leave : texts.removeOpen}
                label={removal}
                description={`${powers.isSelf ? texts.leaveHint : texts.removeHint} ${notified}`}
                done={texts.removed(member.name)}
              />
            ) : null}
          </div>
        ) : null}
      </div>
    </Disclosure>
  );
}
