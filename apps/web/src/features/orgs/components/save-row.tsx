import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { strings } from "@/features/orgs/strings";

export function SaveRow() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SubmitButton>{strings.settings.save}</SubmitButton>
      <FormSaved />
    </div>
  );
}
