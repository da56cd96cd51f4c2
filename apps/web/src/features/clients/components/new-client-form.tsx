import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormHidden } from "@/components/forms/form-fields";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { addClient } from "@/features/clients/actions";
import { strings } from "@/features/clients/strings";

export function NewClientForm({
  org,
  then,
  name,
}: {
  org: { id: string; slug: string };
  then: "client" | "request";
  name?: string | undefined;
}) {
  return (
    <FormDrafts>
      <Form action={addClient} id="new-client">
        <input type="hidden" name="org_id" value={org.id} />
        <input type="hidden" name="org" value={org.slug} />
        <input type="hidden" name="then" value={then} />
        <FormHidden name="client_id" />
        <FormTextField
          name="name"
          label={strings.name}
          hint={strings.nameHint}
          defaultValue={name}
          required
        />
        <FormTextField
          name="ref"
          label={strings.ref}
          hint={strings.refHint}
          className="max-w-50"
          optional
        />
        <h2 className="mt-2 text-lg font-heading">{strings.contactHeading}</h2>
        <FormTextField name="contact_name" label={strings.contactName} required />
        <FormTextField
          name="contact_email"
          type="email"
          inputMode="email"
          autoComplete="off"
          label={strings.contactEmail}
          hint={strings.contactEmailHint}
          required
        />
        <div>
          <SubmitButton>{strings.add}</SubmitButton>
        </div>
      </Form>
    </FormDrafts>
  );
}
