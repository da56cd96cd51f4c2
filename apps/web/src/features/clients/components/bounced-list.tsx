import { MailX } from "lucide-react";
import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { strings } from "@/features/clients/strings";
import type { BouncedContact } from "@/features/clients/types";

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
            className="row grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 px-(--gutter) py-2.5 md:h-11 md:grid-cols-[1rem_minmax(0,1fr)_minmax(0,1.25fr)_minmax(0,1fr)_auto] md:py-0 md:pl-[calc(var(--gutter)+0.375rem)] md:pointer-coarse:h-13"
          >
            <MailX aria-hidden className="size-4 shrink-0 text-danger-mark" />
            <span dir="auto" className="truncate font-medium">
              {contact.name}
            </span>
            <span className="text-xs text-ink-subtle max-md:col-start-2 md:truncate">
              {contact.email}
            </span>
            <span dir="auto" className="truncate text-xs text-ink-muted max-md:col-start-2">
              {contact.clientName}
            </span>
            <span
              className={buttonClasses(
                "secondary",
                "sm",
                "max-md:col-start-3 max-md:row-span-3 max-md:row-start-1",
              )}
            >
              <span>
                {strings.fix}
                <span className="max-md:sr-only"> {strings.address}</span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
