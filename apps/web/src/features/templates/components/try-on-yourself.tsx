import { FlaskConical } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { tryOnYourself } from "@/features/templates/actions";
import { strings } from "@/features/templates/strings";

export function TryOnYourself({ org }: { org: { id: string; slug: string; timeZone: string } }) {
  return (
    <Form action={tryOnYourself} id="try-on-yourself" label={strings.tryOn}>
      <input type="hidden" name="org_id" value={org.id} />
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="time_zone" value={org.timeZone} />
      <div>
        <p className="mb-3 text-sm text-ink-muted">{strings.tryLead}</p>
        <SubmitButton variant="secondary">
          <FlaskConical aria-hidden className="size-4" />
          {strings.tryOn}
        </SubmitButton>
      </div>
    </Form>
  );
}
