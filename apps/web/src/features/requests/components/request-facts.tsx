import { AlarmClock, Bell, Calendar, User } from "lucide-react";
import type { ReactNode } from "react";
import { hasWorkLeft } from "@/features/items/selectors";
import { RequestBadge } from "@/features/requests/components/request-badge";
import { assigneeName, contactTexts, page } from "@/features/requests/strings";
import type { Assignee, ReminderPlan, Request } from "@/features/requests/types";
import { dateInZone, formatDate, formatTime, formatZone } from "@/lib/format/format";
import { formatDue, formatDueDistance } from "@/lib/format/relative-time";
import { classNames } from "@/lib/style/class-names";

function Fact({
  icon: Icon,
  isLate = false,
  children,
}: {
  icon: typeof Bell;
  isLate?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5",
        isLate && "font-semibold text-danger",
      )}
    >
      <Icon aria-hidden className={classNames("size-4 shrink-0", !isLate && "text-ink-subtle")} />
      <span>{children}</span>
    </span>
  );
}

function Due({ request, today }: { request: Request; today: string }) {
  if (!request.dueOn) return null;
  const isOpen = request.status === "open";
  const isLate = isOpen && request.dueOn < today;
  return (
    <Fact icon={isLate ? AlarmClock : Calendar} isLate={isLate}>
      {page.due(formatDate(request.dueOn))}
      {isOpen ? (
        <>
          {", "}
          <span className={isLate ? undefined : "text-ink-subtle"}>
            {formatDueDistance(request.dueOn, today)}
          </span>
        </>
      ) : null}
    </Fact>
  );
}

function NextReminder({ at, today, timeZone }: { at: string; today: string; timeZone: string }) {
  const instant = new Date(at);
  const day = formatDue(dateInZone(instant, timeZone), today, { isInline: true });
  return (
    <span className="whitespace-nowrap">
      {page.nextReminder(day)}
      {/* At these widths, the time would move the assignee to another line. */}
      <span className="md:max-side:hidden">
        , {formatTime(instant, timeZone)} {formatZone(instant, timeZone)}
      </span>
    </span>
  );
}

export function RequestFacts({
  request,
  plan,
  assignee,
  today,
  timeZone,
}: {
  request: Request;
  plan: ReminderPlan;
  assignee: Assignee | undefined;
  today: string;
  timeZone: string;
}) {
  const reminder = request.remindersPaused ? (
    contactTexts.paused
  ) : plan.nextAt && hasWorkLeft(request.items) ? (
    <NextReminder at={plan.nextAt} today={today} timeZone={timeZone} />
  ) : null;
  return (
    <>
      <RequestBadge status={request.status} isPill />
      <Due request={request} today={today} />
      {request.status === "open" && reminder ? <Fact icon={Bell}>{reminder}</Fact> : null}
      {assignee ? <Fact icon={User}>{assigneeName(assignee)}</Fact> : null}
    </>
  );
}
