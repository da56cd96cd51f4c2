import { MailX } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Monogram } from "@/components/ui/monogram";
import { RelativeTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { page } from "@/features/requests/strings";
import type { Recipient } from "@/features/requests/types";

const STOPPED: Partial<Record<Recipient["status"], string>> = {
  bounced: page.bounced,
  account_deleted: page.accountDeleted,
  opted_out: page.optedOut,
};

export function Recipients({
  recipients,
  timeZone,
  now,
  clientHref,
}: {
  recipients: readonly Recipient[];
  timeZone: string;
  now: string;
  clientHref: Route;
}) {
  return (
    <ul className="grid gap-2">
      {recipients.map((recipient) => (
        <li key={recipient.contactId} className="flex gap-2">
          <Monogram
            id={recipient.userId ?? recipient.contactId}
            name={recipient.name}
            shape="person"
            size={22}
          />
          <div className="min-w-0">
            <p className="break-words">{recipient.name}</p>
            <p className="text-2xs wrap-anywhere text-ink-subtle">{recipient.email}</p>
            {STOPPED[recipient.status] ? (
              <>
                <p className="[&>span]:text-xs [&>span]:whitespace-normal">
                  <Status tone={recipient.status === "bounced" ? "danger" : "warning"} icon={MailX}>
                    {STOPPED[recipient.status] ?? ""}
                  </Status>
                </p>
                <p>
                  <Link
                    href={clientHref}
                    className="link inline-flex min-h-6 items-center text-xs pointer-coarse:min-h-11"
                  >
                    {recipient.status === "bounced"
                      ? page.correctAddress(recipient.name)
                      : page.seeContact(recipient.name)}
                  </Link>
                </p>
              </>
            ) : (
              <p className="text-2xs text-ink-subtle">
                {recipient.openedAt ? (
                  <>
                    {page.opened}{" "}
                    <RelativeTime at={recipient.openedAt} now={now} timeZone={timeZone} isInline />
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
