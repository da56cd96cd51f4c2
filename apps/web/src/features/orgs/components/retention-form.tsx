import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { saveRetention } from "@/features/orgs/actions";
import { SaveRow } from "@/features/orgs/components/save-row";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";

export function RetentionForm({ org }: { org: OrgSettings }) {
  return (
    <Form action={saveRetention} id="retention-form" label={strings.retention.title}>
      <input type="hidden" name="org_id" value={org.id} />
      <FormTextField
        name="retention_days"
        label={strings.retention.days}
        hint={strings.retention.daysHint}
        unit={strings.retention.daysUnit}
        defaultValue={org.retentionDays}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        className="max-w-32"
        required
      />
      <SaveRow variant="secondary" />
    </Form>
  );
}
