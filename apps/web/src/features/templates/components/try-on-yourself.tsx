import { FlaskConical } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { tryOnYourself } from "@/features/templates/actions";
import { strings } from "@/features/templates/strings";

export function TryOnYourself({
  org,
  hasIcon = true,
}: {
  org: { id: string; slug: string; timeZone: string };
  hasIcon?: boolean;
}) {
  return (
    <Form action={tryOnYourself} id="try-on-yourself" label={strings.tryOn}>
      <input type="hidden" name="org_id" value={org.id} />
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="time_zone" value={org.timeZone} />
      <SubmitButton variant="secondary">
        {hasIcon ? <FlaskConical aria-hidden className="size-4" /> : null}
        {strings.tryOn}
      </SubmitButton>
    </Form>
  );
}
