import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { strings } from "@/features/orgs/strings";

/** Use `secondary` if another form on the page has the primary button. */
export function SaveRow({ variant = "primary" }: { variant?: "primary" | "secondary" }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SubmitButton variant={variant}>{strings.settings.save}</SubmitButton>
      <FormSaved />
    </div>
  );
}
