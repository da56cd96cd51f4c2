import { Form } from "@/components/forms/form";
import { FormSelect } from "@/components/forms/form-fields";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import { decideMember, saveRole } from "@/features/team/actions";
import type { MemberPowers } from "@/features/team/permissions";
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
  if (powers.isLastOwner) {
    return (
      <div className="mt-2 flex flex-col items-start gap-2">
        <p id="last-owner" className="text-sm text-ink-muted">
          {texts.lastOwner}
        </p>
        <SubmitButton variant="secondary" size="sm" disabled aria-describedby="last-owner">
          {texts.changeRole}
        </SubmitButton>
      </div>
    );
  }
  const canDo = powers.canSuspend || powers.canRestore || powers.canRemove;
  if (!canDo && powers.roles.length === 0) return null;
  const removal = powers.isSelf ? texts.leave : texts.remove(member.name);
  return (
    <Disclosure summary={texts.manage(member.name)}>
      <div className="flex flex-col gap-5 rounded-md bg-sunken p-4">
        {powers.roles.length > 0 ? (
          <RoleForm orgId={orgId} member={member} powers={powers} />
        ) : null}
        {powers.canSuspend || powers.canRestore ? (
          <Form action={decideMember} label={texts.actionsOf(member.name)} className="gap-2">
            <Target orgId={orgId} member={member} />
            <p className="text-sm text-ink-muted">{texts.suspendHint}</p>
            <div className="flex flex-wrap items-center gap-3">
              {powers.canSuspend ? (
                <SubmitButton variant="secondary" name="intent" value="suspend">
                  {texts.suspend}
                </SubmitButton>
              ) : (
                <SubmitButton variant="secondary" name="intent" value="restore">
                  {texts.restore}
                </SubmitButton>
              )}
              <FormSaved />
            </div>
          </Form>
        ) : null}
        {powers.canRemove ? (
          <Disclosure summary={powers.isSelf ? texts.leave : texts.removeOpen} isDangerous>
            <Form action={decideMember} label={removal} className="gap-3">
              <Target orgId={orgId} member={member} />
              <p className="text-sm text-ink-muted">
                {powers.isSelf ? texts.leaveHint : texts.removeHint}
              </p>
              <div>
                <SubmitButton variant="danger" name="intent" value="remove">
                  {removal}
                </SubmitButton>
              </div>
            </Form>
          </Disclosure>
        ) : null}
      </div>
    </Disclosure>
  );
}
