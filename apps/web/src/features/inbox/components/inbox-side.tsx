import { MailX } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { ViewerZoneField } from "@/components/forms/viewer-zone-field";
import { ButtonLink } from "@/components/ui/button";
import { Monogram } from "@/components/ui/monogram";
import { RelativeTime } from "@/components/ui/relative-time";
import { strings } from "@/features/inbox/strings";
import type { InboxSide, WorkCounts } from "@/features/inbox/types";
import type { Org } from "@/features/orgs/types";
import { remindNow } from "@/features/requests/actions";
import { formatNumber } from "@/lib/format/format";
import { formatDue } from "@/lib/format/relative-time";
import { UNTITLED_REQUEST } from "@/lib/format/untitled";

const BOX = "divide-y divide-line rounded-box border border-line text-xs";
const ROW = "flex items-start gap-2.5 px-3 py-2.5";
const NAME =
  "relative -my-0.75 block w-fit max-w-full py-0.75 font-semibold hover:underline pointer-coarse:-mt-2.5 pointer-coarse:-mb-4 pointer-coarse:pt-2.5 pointer-coarse:pb-4";

function Part({
  title,
  href,
  count,
  children,
}: {
  title: string;
  href: string;
  count: number;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-xs">
        <Link href={href as Route} className="font-heading hover:underline">
          {title}
        </Link>{" "}
        <span className="ml-1 font-medium text-ink-subtle">{formatNumber(count)}</span>
      </h2>
      {children}
    </section>
  );
}

function OverdueState({ row }: { row: InboxSide["overdue"][number] }) {
  const state = row.isRemindedToday ? strings.remindedToday : strings.missing(row.missing);
  return state ? `${state} · ` : null;
}

export function InboxSideColumn({
  org,
  side,
  counts,
  now,
  today,
}: {
  org: Org;
  side: InboxSide;
  counts: WorkCounts;
  now: Date;
  today: string;
}) {
  const base = `/o/${org.slug}`;
  return (
    <aside
      aria-label={strings.side}
      className="grid content-start gap-6 border-line px-(--gutter) py-5 max-side:-mt-px max-side:border-t md:grid-cols-2 side:grid-cols-1 side:border-l side:pl-5"
    >
      <Part title={strings.overdue} href={`${base}/requests?status=overdue`} count={counts.overdue}>
        <ul className={BOX}>
          {side.overdue.map((row) => (
            <li key={row.requestId} className={ROW}>
              <Monogram id={row.client.id} name={row.client.name} shape="client" size={22} />
              <div className="min-w-0 grow">
                <Link
                  href={`${base}/requests/${row.requestId}` as Route}
                  dir="auto"
                  title={row.title}
                  className={NAME}
                >
                  {row.client.name}
                </Link>
                <p role="status" className="text-ink-muted">
                  <OverdueState row={row} />
                  <span className="font-semibold text-danger">{strings.late(row.daysLate)}</span>
                </p>
              </div>
              {row.mayRemind ? (
                <Form action={remindNow} id={`remind-${row.requestId}`}>
                  <input type="hidden" name="request_id" value={row.requestId} />
                  <ViewerZoneField />
                  <SubmitButton variant="secondary" size="sm">
                    <span aria-hidden>{strings.remind}</span>
                    <span className="sr-only">
                      {strings.remindAbout(row.client.name, row.title)}
                    </span>
                  </SubmitButton>
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={strings.bounced} href={`${base}?show=bounced`} count={counts.bounced}>
        <ul className={BOX}>
          {side.bounced.map((row) => (
            <li key={row.contactId} className={ROW}>
              <MailX aria-hidden className="size-4 shrink-0 text-danger-mark" />
              <div className="min-w-0 grow">
                <p className="font-semibold wrap-anywhere">{row.email}</p>
                <p dir="auto" className="text-ink-muted">
                  {row.client.name}
                </p>
              </div>
              <ButtonLink
                href={`${base}/clients/${row.client.id}` as Route}
                variant="secondary"
                size="sm"
                className="shrink-0"
              >
                <span aria-hidden>{strings.fix}</span>
                <span className="sr-only">{strings.fixAddress(row.email)}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Part>
      <Part
        title={strings.dueThisWeek}
        href={`${base}/requests?status=due_this_week`}
        count={counts.dueThisWeek}
      >
        <ul className={BOX}>
          {side.dueThisWeek.map((row) => (
            <li key={row.dueOn} className="flex gap-2.5 px-3 py-2">
              <span className="w-20 shrink-0 font-medium">{formatDue(row.dueOn, today)}</span>
              <span dir="auto" className="min-w-0 grow truncate text-ink-muted">
                {row.total > 1 ? strings.andMore(row.clientName, row.total - 1) : row.clientName}
              </span>
              <span className="font-semibold">
                <span className="sr-only">{strings.dueOn(row.total)}</span>
                <span aria-hidden>{formatNumber(row.total)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={strings.drafts} href={`${base}/requests?status=draft`} count={counts.drafts}>
        <ul className={BOX}>
          {side.drafts.map((row) => (
            <li key={row.requestId} className={ROW}>
              <Monogram id={row.client.id} name={row.client.name} shape="client" size={22} />
              <div className="min-w-0 grow">
                <Link
                  href={`${base}/requests/${row.requestId}` as Route}
                  dir="auto"
                  className={NAME}
                >
                  {row.client.name}
                </Link>
                <p className="truncate text-ink-muted">
                  {row.title || UNTITLED_REQUEST} · {strings.saved}{" "}
                  <RelativeTime
                    at={row.savedAt}
                    now={now.toISOString()}
                    timeZone={org.timeZone}
                    isInline
                  />
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Part>
    </aside>
  );
}
