import { Form } from "@/components/forms/form";
import { FormCheckbox } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { inviteContactAgain } from "@/features/clients/actions";
import { strings } from "@/features/clients/strings";
import type { Contact } from "@/features/clients/types";

export function InviteAgainForm({ contact }: { contact: Contact }) {
  const label = strings.inviteAgain(contact.name);
  return (
    <Form
      action={inviteContactAgain}
      id={`invite-${contact.id}`}
      label={label}
      className="max-w-form"
    >
      <p className="text-sm">{strings.accountDeleted(contact.name)}</p>
      <input type="hidden" name="contact_id" value={contact.id} />
      <FormCheckbox name="agreed" value="yes" label={strings.agreed} />
      <div>
        <SubmitButton variant="secondary">{label}</SubmitButton>
      </div>
    </Form>
  );
}
