import { ChevronRight, MailX } from "lucide-react";
import Link from "next/link";
import { strings } from "@/features/clients/strings";
import type { BouncedContact } from "@/features/clients/types";

/**
 * Lists contacts whose emails bounced. Each row links to the client, where staff can correct the
 * email address.
 */
export function BouncedList({
  slug,
  contacts,
}: {
  slug: string;
  contacts: readonly BouncedContact[];
}) {
  return (
    <ul data-list-keys className="bleed divide-y divide-line border-b border-line">
      {contacts.map((contact) => (
        <li key={contact.id}>
          <Link
            href={`/o/${slug}/clients/${contact.clientId}`}
            className="row flex min-h-14 items-center gap-4 px-(--gutter) py-2"
          >
            <MailX aria-hidden className="size-4 shrink-0 text-danger-mark" />
            <span className="min-w-0 grow">
              <span dir="auto" className="block truncate font-medium">
                {contact.name}
              </span>
              <span className="block text-sm wrap-anywhere text-ink-muted">{contact.email}</span>
              <span className="block text-sm text-ink-subtle">
                {strings.correctAddress(contact.clientName)}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
