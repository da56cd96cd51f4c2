import { MailX, Pencil, Plus } from "lucide-react";
import { FormDrafts } from "@/components/forms/form-draft";
import { Disclosure } from "@/components/ui/disclosure";
import { Monogram } from "@/components/ui/monogram";
import { Status } from "@/components/ui/status";
import { ContactForm } from "@/features/clients/components/contact-form";
import { InviteAgainForm } from "@/features/clients/components/invite-again-form";
import { RemoveContact } from "@/features/clients/components/remove-contact";
import { strings } from "@/features/clients/strings";
import type { Client } from "@/features/clients/types";

export function ContactList({
  org,
  client,
}: {
  org: { id: string; slug: string };
  client: Client;
}) {
  return (
    <FormDrafts>
      <div className="flex flex-col gap-2">
        <ul className="flex flex-col divide-y divide-line empty:hidden">
          {client.contacts.map((contact) => (
            <li key={contact.id} className="relative py-3 last:pb-0">
              <div className="grid grid-cols-[22px_minmax(0,1fr)] gap-x-2 pr-11">
                <Monogram
                  id={contact.userId ?? contact.id}
                  name={contact.name}
                  shape="person"
                  size={22}
                />
                <div className="flex flex-col gap-1">
                  <div className="flex min-h-5.5 flex-wrap items-center gap-x-2">
                    <p className="min-w-0 font-medium wrap-break-word">{contact.name}</p>
                    {contact.status === "active" ? null : (
                      <Status
                        tone={contact.status === "bounced" ? "danger" : "warning"}
                        icon={MailX}
                      >
                        {strings.contactStatus[contact.status]}
                      </Status>
                    )}
                  </div>
                  <p className="text-xs wrap-anywhere text-ink-muted">{contact.email}</p>
                </div>
              </div>
              {contact.emailStop ? (
                <p className="mt-1 ml-7.5 text-sm">{strings.emailStop[contact.emailStop]}</p>
              ) : null}
              {contact.status === "account_deleted" ? <InviteAgainForm contact={contact} /> : null}
              <details>
                <summary
                  title={strings.editContact(contact.name)}
                  className="absolute top-1.5 -right-2.5 grid size-9 list-none place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:top-0.5 pointer-coarse:-right-3.5 pointer-coarse:size-11 [details[open]>&]:bg-hover [&::-webkit-details-marker]:hidden"
                >
                  <Pencil aria-hidden className="size-4" />
                  <span className="sr-only">{strings.editContact(contact.name)}</span>
                </summary>
                <div className="pt-3">
                  <ContactForm org={org} clientId={client.id} contact={contact} />
                  <div className="mt-4 border-t border-line pt-3">
                    <RemoveContact contact={contact} />
                  </div>
                </div>
              </details>
            </li>
          ))}
        </ul>
        <Disclosure
          summary={strings.addContact}
          icon={Plus}
          isOpen={client.contacts.length === 0}
          // The icon is as wide as a contact's picture, so that the texts align.
          summaryClassName="[&>svg]:mx-0.75"
        >
          <ContactForm org={org} clientId={client.id} />
        </Disclosure>
      </div>
    </FormDrafts>
  );
}
