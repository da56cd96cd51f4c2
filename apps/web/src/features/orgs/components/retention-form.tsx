import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-fields";
import { saveRetention } from "@/features/orgs/actions";
import { SaveRow } from "@/features/orgs/components/save-row";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";

export function RetentionForm({ org }: { org: OrgSettings }) {
  return (
    <Form
      action={saveRetention}
      id="retention-form"
      label={strings.retention.title}
      className="max-w-form"
    >
      <input type="hidden" name="org_id" value={org.id} />
      <FormTextField
        name="retention_days"
        label={strings.retention.days}
        hint={strings.retention.daysHint}
        defaultValue={org.retentionDays}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        className="max-w-32"
        required
      />
      <SaveRow />
    </Form>
  );
}
