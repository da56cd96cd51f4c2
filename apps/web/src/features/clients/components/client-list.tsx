import { ChevronRight, MailX } from "lucide-react";
import Link from "next/link";
import { Status } from "@/components/ui/status";
import { strings } from "@/features/clients/strings";
import type { ClientRow } from "@/features/clients/types";

export function ClientList({ slug, clients }: { slug: string; clients: readonly ClientRow[] }) {
  return (
    <ul data-list-keys className="divide-y divide-line rounded-lg border border-line bg-surface">
      {clients.map((client) => {
        const isBounced = client.contacts.some((contact) => contact.status === "bounced");
        const people = client.contacts.map((contact) => contact.name).join(", ");
        return (
          <li key={client.id}>
            <Link
              href={`/o/${slug}/clients/${client.id}`}
              className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-hover sm:px-6"
            >
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-medium">{client.name}</span>
                  {client.ref ? (
                    <span className="text-sm text-ink-subtle">{client.ref}</span>
                  ) : null}
                </span>
                <span dir="auto" className="block truncate text-sm text-ink-muted">
                  {people || strings.noContacts}
                </span>
                {isBounced ? (
                  <Status tone="danger" icon={MailX} className="mt-1">
                    {strings.contactStatus.bounced}
                  </Status>
                ) : null}
              </span>
              {client.openRequests > 0 ? (
                <span className="hidden shrink-0 text-sm text-ink-muted sm:block">
                  {strings.openRequests(client.openRequests)}
                </span>
              ) : null}
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
