import { MailX } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Status } from "@/components/ui/status";
import { page } from "@/features/requests/strings";
import type { Recipient } from "@/features/requests/types";
import { formatDateTime } from "@/lib/format/format";

const STOPPED: Partial<Record<Recipient["status"], string>> = {
  bounced: page.bounced,
  account_deleted: page.accountDeleted,
  opted_out: page.optedOut,
};

export function Recipients({
  recipients,
  timeZone,
  clientHref,
}: {
  recipients: readonly Recipient[];
  timeZone: string;
  clientHref: Route;
}) {
  return (
    <ul className="flex flex-col gap-3">
      {recipients.map((recipient) => (
        <li key={recipient.contactId}>
          <p className="font-medium">{recipient.name}</p>
          <p className="text-sm break-all text-ink-muted">{recipient.email}</p>
          {STOPPED[recipient.status] ? (
            <>
              <Status tone="danger" icon={MailX}>
                {STOPPED[recipient.status] ?? ""}
              </Status>
              <p>
                <Link href={clientHref} className="link inline-flex min-h-11 items-center text-sm">
                  {recipient.status === "bounced"
                    ? page.correctAddress(recipient.name)
                    : page.seeContact(recipient.name)}
                </Link>
              </p>
            </>
          ) : (
            <p className="text-sm text-ink-subtle">
              {recipient.openedAt
                ? page.opened(formatDateTime(recipient.openedAt, { timeZone }))
                : page.notOpened}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
