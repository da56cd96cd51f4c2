import { Form } from "@/components/forms/form";
import { FormCheckbox } from "@/components/forms/form-fields";
import { saveMfaPolicy } from "@/features/orgs/actions";
import { SaveRow } from "@/features/orgs/components/save-row";
import { strings } from "@/features/team/strings";

export function MfaPolicyForm({ orgId, isRequired }: { orgId: string; isRequired: boolean }) {
  return (
    <Form action={saveMfaPolicy} id="mfa-policy" label={strings.security.policy}>
      <input type="hidden" name="org_id" value={orgId} />
      <FormCheckbox
        name="require_mfa"
        label={strings.security.require}
        defaultChecked={isRequired}
      />
      <SaveRow />
    </Form>
  );
}
