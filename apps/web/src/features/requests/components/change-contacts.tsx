"use client";

import { Pencil } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { useSuccessToast } from "@/components/ui/toast";
import type { Contact } from "@/features/clients/types";
import { addContacts, dropRequestContact } from "@/features/requests/actions";
import { ContactFields } from "@/features/requests/components/contact-fields";
import { contactTexts as strings } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";

function RemoveContact({
  requestId,
  contactId,
  name,
  about,
}: {
  requestId: string;
  contactId: string;
  name: string;
  /** The email address, if another contact has the same name. */
  about?: string;
}) {
  const label = strings.remove(name);
  const confirm = useSuccessToast(strings.removed(name));
  return (
    <DangerDialog
      summary={label}
      {...(about ? { about } : {})}
      title={label}
      description={strings.removeLead}
    >
      {(close, cancel) => (
        <Form
          action={dropRequestContact}
          id={`remove-${contactId}`}
          label={label}
          onAnswer={confirm}
          onSuccess={close}
        >
          <input type="hidden" name="request_id" value={requestId} />
          <input type="hidden" name="contact_id" value={contactId} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="danger">{label}</SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </DangerDialog>
  );
}

export function ChangeContacts({
  request,
  contacts,
}: {
  request: Request;
  contacts: readonly Contact[];
}) {
  const asked = new Set(request.contacts.map(({ contactId }) => contactId));
  const others = contacts.filter(({ id }) => !asked.has(id));
  const hasNamesake = (id: string, name: string) =>
    request.contacts.some((other) => other.contactId !== id && other.name === name);
  return (
    // The icon is as wide as a contact's picture, so that the texts align.
    <Disclosure summary={strings.change} icon={Pencil} summaryClassName="[&>svg]:mx-0.75">
      <div className="flex flex-col gap-4">
        {others.length > 0 ? (
          <Form action={addContacts} id="add-contacts" label={strings.add}>
            <input type="hidden" name="request_id" value={request.id} />
            <ContactFields legend={strings.chooseContacts} contacts={others} chosen={[]} />
            <div>
              <SubmitButton variant="secondary">{strings.add}</SubmitButton>
            </div>
          </Form>
        ) : (
          <p className="text-sm text-ink-muted">{strings.everyone}</p>
        )}
        {request.contacts.map(({ contactId, name, email }) => (
          <RemoveContact
            key={contactId}
            requestId={request.id}
            contactId={contactId}
            name={name}
            {...(hasNamesake(contactId, name) ? { about: email } : {})}
          />
        ))}
      </div>
    </Disclosure>
  );
}
