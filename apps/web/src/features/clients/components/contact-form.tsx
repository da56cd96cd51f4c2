import { Form } from "@/components/forms/form";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { VersionField } from "@/components/forms/version-field";
import { editContact } from "@/features/clients/actions";
import { contactFields } from "@/features/clients/schema";
import { strings } from "@/features/clients/strings";
import type { VersionedContact } from "@/features/clients/types";
import { tidyName } from "@/lib/forms/names";

export function ContactForm({
  org,
  clientId,
  contact,
}: {
  org: { id: string; slug: string };
  clientId: string;
  contact?: VersionedContact | undefined;
}) {
  const label = contact ? strings.editContact(contact.name) : strings.addContact;
  return (
    <Form
      action={editContact}
      id={contact ? `contact-${contact.id}` : "new-contact"}
      label={label}
      className="max-w-form"
    >
      <input type="hidden" name="org_id" value={org.id} />
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="client_id" value={clientId} />
      <input type="hidden" name="contact_id" value={contact?.id ?? ""} />
      {contact ? <VersionField version={contact.version} base={contactFields(contact)} /> : null}
      <FormTextField
        name="name"
        label={strings.contactName}
        defaultValue={contact ? tidyName(contact.name) : undefined}
        required
      />
      <FormTextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        label={strings.contactEmail}
        hint={strings.contactEmailHint}
        defaultValue={contact?.email}
        required
      />
      <div>
        <SubmitButton variant="secondary">
          {contact ? strings.save : strings.addContact}
        </SubmitButton>
      </div>
    </Form>
  );
}
