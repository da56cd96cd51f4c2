import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import { endOrg } from "@/features/orgs/actions";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";

export function DeleteOrgForm({ org }: { org: OrgSettings }) {
  return (
    <Disclosure summary={strings.end.open} isDangerous>
      <Form action={endOrg} id="delete-org" label={strings.end.title} className="max-w-form">
        <input type="hidden" name="org_id" value={org.id} />
        <FormTextField
          name="confirmation"
          label={strings.end.confirm(org.name)}
          autoComplete="off"
          maxLength={80}
          required
        />
        <div>
          <SubmitButton variant="danger">{strings.end.submit}</SubmitButton>
        </div>
      </Form>
    </Disclosure>
  );
}
