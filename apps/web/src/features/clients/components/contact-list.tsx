import { Mail, MailX, Pencil, Plus } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import { Monogram } from "@/components/ui/monogram";
import { Status } from "@/components/ui/status";
import { dropContact } from "@/features/clients/actions";
import { ContactForm } from "@/features/clients/components/contact-form";
import { InviteAgainForm } from "@/features/clients/components/invite-again-form";
import { strings } from "@/features/clients/strings";
import type { Client } from "@/features/clients/types";

/** Each form is in a disclosure that works without scripts. */
export function ContactList({
  org,
  client,
}: {
  org: { id: string; slug: string };
  client: Client;
}) {
  return (
    <FormDrafts>
      <div className="flex flex-col gap-4">
        <ul className="flex flex-col divide-y divide-line">
          {client.contacts.map((contact) => (
            <li key={contact.id} className="py-3 first:pt-0">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <Monogram id={contact.id} name={contact.name} shape="person" size={22} />
                <p className="font-medium">{contact.name}</p>
                <Status
                  tone={contact.status === "active" ? "neutral" : "danger"}
                  icon={contact.status === "active" ? Mail : MailX}
                >
                  {strings.contactStatus[contact.status]}
                </Status>
                <p className="w-full text-xs break-all text-ink-muted">{contact.email}</p>
              </div>
              {contact.emailStop ? (
                <p className="mt-1 text-sm">{strings.emailStop[contact.emailStop]}</p>
              ) : null}
              {contact.status === "account_deleted" ? <InviteAgainForm contact={contact} /> : null}
              <Disclosure summary={strings.editContact(contact.name)} icon={Pencil}>
                <ContactForm org={org} clientId={client.id} contact={contact} />
                <Form action={dropContact} id={`remove-${contact.id}`} className="mt-4">
                  <input type="hidden" name="contact_id" value={contact.id} />
                  <div>
                    <SubmitButton variant="secondary">
                      {strings.removeContact(contact.name)}
                    </SubmitButton>
                  </div>
                </Form>
              </Disclosure>
            </li>
          ))}
        </ul>
        <Disclosure summary={strings.addContact} icon={Plus} isOpen={client.contacts.length === 0}>
          <ContactForm org={org} clientId={client.id} />
        </Disclosure>
      </div>
    </FormDrafts>
  );
}
