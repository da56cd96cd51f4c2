import { MailX } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Monogram } from "@/components/ui/monogram";
import { RelativeTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { page } from "@/features/requests/strings";
import type { RequestContact } from "@/features/requests/types";

const STOPPED: Partial<Record<RequestContact["status"], string>> = {
  bounced: page.bounced,
  account_deleted: page.accountDeleted,
  opted_out: page.optedOut,
};

export function RequestContacts({
  contacts,
  timeZone,
  now,
  clientHref,
}: {
  contacts: readonly RequestContact[];
  timeZone: string;
  now: string;
  clientHref: Route;
}) {
  return (
    <ul className="grid gap-2">
      {contacts.map((contact) => (
        <li key={contact.contactId} className="flex gap-2">
          <Monogram
            id={contact.userId ?? contact.contactId}
            name={contact.name}
            shape="person"
            size={22}
          />
          <div className="min-w-0">
            <p className="break-words">{contact.name}</p>
            <p className="text-2xs wrap-anywhere text-ink-subtle">{contact.email}</p>
            {STOPPED[contact.status] ? (
              <>
                <p className="[&>span]:text-xs [&>span]:whitespace-normal">
                  <Status tone={contact.status === "bounced" ? "danger" : "warning"} icon={MailX}>
                    {STOPPED[contact.status] ?? ""}
                  </Status>
                </p>
                <p>
                  <Link
                    href={clientHref}
                    className="link inline-flex min-h-6 items-center text-xs pointer-coarse:min-h-11"
                  >
                    {contact.status === "bounced"
                      ? page.correctAddress(contact.name)
                      : page.seeContact(contact.name)}
                  </Link>
                </p>
              </>
            ) : (
              <p className="text-2xs text-ink-subtle">
                {contact.openedAt ? (
                  <>
                    {page.opened}{" "}
                    <RelativeTime at={contact.openedAt} now={now} timeZone={timeZone} isInline />
                  </>
                ) : (
                  page.notOpened
                )}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
