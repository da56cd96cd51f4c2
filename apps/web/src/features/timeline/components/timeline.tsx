import {
  CircleCheck,
  CircleDot,
  Eye,
  FileText,
  type LucideIcon,
  Mail,
  Send,
  Undo2,
} from "lucide-react";
import Link from "next/link";
import { Monogram } from "@/components/ui/monogram";
import { PageLinks } from "@/components/ui/page-links";
import { actorOf, describeEvent, noticeOf, strings } from "@/features/timeline/strings";
import type { TimelinePage } from "@/features/timeline/types";
import { formatDateTime } from "@/lib/format/format";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  "item.accepted": CircleCheck,
  "request.completed": CircleCheck,
  "item.returned": Undo2,
  "item.undone": Undo2,
  "item.submitted": Send,
  "request.sent": Send,
  "request.opened": Eye,
  "file.opened": Eye,
};

function iconOf(action: string): LucideIcon {
  if (ICONS[action]) return ICONS[action];
  if (action.startsWith("file.")) return FileText;
  if (action.startsWith("mail.") || action.startsWith("reminder.")) return Mail;
  return CircleDot;
}

function Notice({ text }: { text: string | undefined }) {
  return text ? <span className="block text-danger">{text}</span> : null;
}

export function Timeline({
  page: { events, contacts, earlierBefore },
  pathname,
  isNewest,
  items,
  timeZone,
}: {
  page: TimelinePage;
  /** Path of the page that shows the activity. Its `before` parameter selects earlier events. */
  pathname: string;
  isNewest: boolean;
  items: ReadonlyMap<string, string>;
  timeZone: string;
}) {
  const names = {
    item: (id: unknown) => items.get(String(id)) ?? strings.unknownItem,
    contact: (id: unknown) => contacts.get(String(id)) ?? "a contact",
  };
  const hash = "timeline";
  const newest = isNewest ? null : { href: { pathname, hash }, label: strings.newest };
  if (events.length === 0) {
    return (
      <>
        <p className="text-ink-muted">{isNewest ? strings.empty : strings.noEarlier}</p>
        <PageLinks first={newest} />
      </>
    );
  }
  return (
    <>
      {earlierBefore ? (
        <p className="mb-2">
          <Link
            href={{ pathname, query: { before: earlierBefore }, hash }}
            className="link inline-flex min-h-11 items-center"
          >
            {strings.earlier}
          </Link>
        </p>
      ) : null}
      <ol className="relative flex flex-col gap-4 before:absolute before:top-2 before:bottom-2 before:left-[0.9375rem] before:w-px before:bg-line">
        {events.map((event) => {
          const Icon = iconOf(event.action);
          return (
            <li key={event.id} className="relative flex gap-3">
              <span className="z-10 grid size-8 shrink-0 place-items-center rounded-full border border-line bg-surface text-ink-muted">
                <Icon aria-hidden className="size-4" />
              </span>
              <p className="min-w-0 pt-1 text-sm">
                {event.actorKind === "system" ? null : (
                  <Monogram
                    id={event.actorId ?? actorOf(event)}
                    name={actorOf(event)}
                    shape="person"
                    size={22}
                    imageUrl={event.actorUrl}
                    className="mr-1.5 inline-grid align-text-bottom"
                  />
                )}
                <span className="font-medium">{actorOf(event)}</span> {describeEvent(event, names)}
                <Notice text={noticeOf(event)} />
                <time dateTime={event.at} className="block text-ink-subtle">
                  {formatDateTime(event.at, { timeZone })}
                </time>
              </p>
            </li>
          );
        })}
      </ol>
      <PageLinks first={newest} />
    </>
  );
}
