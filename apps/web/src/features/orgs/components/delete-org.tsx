"use client";

import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { endOrg } from "@/features/orgs/actions";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";
import { usePostedState } from "@/lib/forms/resilient-action";

const texts = strings.end;

export function DeleteOrg({ org }: { org: OrgSettings }) {
  const posted = usePostedState(endOrg);
  const [state] = posted;
  return (
    <DangerDialog
      summary={texts.submit}
      title={texts.submit}
      description={texts.description}
      isFailed={state?.ok === false}
    >
      {(_close, cancel) => (
        <div className="max-w-116 rounded-box border border-danger p-4">
          <Form action={endOrg} posted={posted} id="delete-org" label={texts.submit}>
            <input type="hidden" name="org_id" value={org.id} />
            <FormTextField
              name="confirmation"
              label={texts.confirm(org.name)}
              autoComplete="off"
              maxLength={80}
              required
            />
            <div className="flex flex-wrap gap-2">
              <SubmitButton variant="danger">{texts.submit}</SubmitButton>
              {cancel}
            </div>
          </Form>
        </div>
      )}
    </DangerDialog>
  );
}
