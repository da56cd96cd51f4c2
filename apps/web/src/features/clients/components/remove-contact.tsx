"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { useSuccessToast } from "@/components/ui/toast";
import { dropContact } from "@/features/clients/actions";
import { strings } from "@/features/clients/strings";

export function RemoveContact({ contact }: { contact: { id: string; name: string } }) {
  const label = strings.removeContact(contact.name);
  const confirm = useSuccessToast(strings.removedContact(contact.name));
  return (
    <DangerDialog summary={label} title={label} description={strings.removeContactLead}>
      {(close, cancel) => (
        <Form
          action={dropContact}
          id={`remove-${contact.id}`}
          label={label}
          onAnswer={confirm}
          onSuccess={close}
        >
          <input type="hidden" name="contact_id" value={contact.id} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="danger">{label}</SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </DangerDialog>
  );
}
