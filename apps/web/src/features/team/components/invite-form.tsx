import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormSaved } from "@/components/forms/form-saved";
import { FormSelect } from "@/components/forms/form-select";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { invite } from "@/features/team/actions";
import { invitableRoles } from "@/features/team/permissions";
import { strings } from "@/features/team/strings";
import type { Role } from "@/features/team/types";

const texts = strings.invite;

export function InviteForm({ orgId, viewer }: { orgId: string; viewer: Role }) {
  const roles = invitableRoles(viewer).toReversed();
  return (
    <FormDrafts>
      <Form action={invite} id="invite" label={texts.title}>
        <input type="hidden" name="org_id" value={orgId} />
        <FormTextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          label={texts.email}
          maxLength={254}
          required
        />
        <FormSelect
          name="role"
          label={texts.role}
          defaultValue="member"
          options={roles.map((role) => ({ value: role, label: strings.roles[role] }))}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton>{texts.submit}</SubmitButton>
          <FormSaved />
        </div>
      </Form>
    </FormDrafts>
  );
}
