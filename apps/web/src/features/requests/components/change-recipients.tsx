"use client";

import { Pencil } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { useSuccessToast } from "@/components/ui/toast";
import type { Contact } from "@/features/clients/types";
import { addContacts, removeRequestContact } from "@/features/requests/actions";
import { RecipientFields } from "@/features/requests/components/recipient-fields";
import { recipients as strings } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";

function RemoveRecipient({
  requestId,
  contactId,
  name,
  about,
}: {
  requestId: string;
  contactId: string;
  name: string;
  /** The email address, if another recipient has the same name. */
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
          action={removeRequestContact}
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

export function ChangeRecipients({
  request,
  contacts,
}: {
  request: Request;
  contacts: readonly Contact[];
}) {
  const asked = new Set(request.recipients.map(({ contactId }) => contactId));
  const others = contacts.filter(({ id }) => !asked.has(id));
  const hasNamesake = (id: string, name: string) =>
    request.recipients.some((other) => other.contactId !== id && other.name === name);
  return (
    <Disclosure summary={strings.change} icon={Pencil}>
      <div className="flex flex-col gap-4">
        {others.length > 0 ? (
          <Form action={addContacts} id="add-recipients" label={strings.add}>
            <input type="hidden" name="request_id" value={request.id} />
            <RecipientFields legend={strings.chooseContacts} contacts={others} chosen={[]} />
            <div>
              <SubmitButton variant="secondary">{strings.add}</SubmitButton>
            </div>
          </Form>
        ) : (
          <p className="text-sm text-ink-muted">{strings.everyone}</p>
        )}
        {request.recipients.map(({ contactId, name, email }) => (
          <RemoveRecipient
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
