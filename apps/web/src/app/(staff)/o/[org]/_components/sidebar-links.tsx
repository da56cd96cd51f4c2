"use client";

import {
  AlarmClock,
  Building2,
  CalendarDays,
  FolderCheck,
  Inbox,
  LayoutTemplate,
  type LucideIcon,
  UserRound,
} from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { useLiveCounts } from "@/features/inbox/hooks";
import type { WorkCounts } from "@/features/inbox/types";
import { viewOf } from "@/features/requests/selectors";
import { list } from "@/features/requests/strings";
import { formatNumber } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";
import { NAV_CURRENT, NAV_CURRENT_ON_PHONE, NAV_OTHER, NAV_ROW } from "@/lib/style/nav-row";

const MAIN_LINKS =
  "flex flex-col gap-0.5 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:h-(--bottom-bar) max-md:grid max-md:grid-cols-4 max-md:items-center max-md:justify-items-center max-md:border-t max-md:border-line max-md:bg-surface max-md:group-has-data-action-bar/shell:hidden";

const ON_PHONE =
  "max-md:min-h-13 max-md:w-18 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-0 max-md:[--tip:none]";

const REQUESTS_WITH_VIEWS = 5;

type NavLink = {
  href: string;
  label: string;
  icon: LucideIcon;
  isCurrent: boolean;
  isCurrentOnPhone?: boolean;
  count?: { value: number; name: string; isUrgent?: boolean } | undefined;
};

function Count({ value, name, isUrgent = false }: NonNullable<NavLink["count"]>) {
  if (value === 0) return null;
  return (
    <span
      className={classNames(
        "rounded-full text-center text-2xs font-semibold side:ml-auto side:min-w-5 side:px-1.5 side:py-0.5",
        isUrgent
          ? "max-side:absolute max-side:top-0 max-side:right-0 max-side:min-w-4.5 max-side:bg-primary max-side:px-1 max-side:text-on-primary max-md:right-3 side:bg-accent-soft side:text-accent"
          : "text-ink-muted max-side:sr-only",
      )}
    >
      <span className="sr-only">, {name}: </span>
      {value > 99 ? "99+" : formatNumber(value)}
    </span>
  );
}

function RowContent({
  label,
  icon: Icon,
  isMain,
}: Pick<NavLink, "label" | "icon"> & { isMain: boolean }) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 max-md:size-5" />
      <span className={isMain ? "max-md:text-2xs md:max-side:sr-only" : "max-side:sr-only"}>
        {label}
      </span>
    </>
  );
}

function Row({
  href,
  label,
  icon,
  isCurrent,
  isCurrentOnPhone = false,
  count,
  className,
}: NavLink & { className?: string }) {
  return (
    <li>
      <Link
        href={href as Route}
        title={label}
        aria-current={isCurrent ? "page" : isCurrentOnPhone || undefined}
        className={classNames(
          NAV_ROW,
          className,
          isCurrent ? NAV_CURRENT : NAV_OTHER,
          isCurrentOnPhone && NAV_CURRENT_ON_PHONE,
        )}
      >
        <RowContent label={label} icon={icon} isMain={className !== undefined} />
        {count ? <Count {...count} /> : null}
      </Link>
    </li>
  );
}

const INBOX = { label: strings.inbox, icon: Inbox };
const REQUESTS = { label: strings.requests, icon: FolderCheck };
const CLIENTS = { label: strings.clients, icon: Building2 };
const TEMPLATES = { label: strings.templates, icon: LayoutTemplate };

export function MainLinksSkeleton() {
  return (
    <ul className={MAIN_LINKS}>
      {[INBOX, REQUESTS, CLIENTS, TEMPLATES].map((link) => (
        <li key={link.label} className={classNames(NAV_ROW, ON_PHONE, NAV_OTHER)}>
          <RowContent {...link} isMain />
        </li>
      ))}
    </ul>
  );
}

/**
 * On phones, the bar has one fixed column per link. Links therefore do not move while the rest of
 * the bar is still arriving.
 */
export function SidebarLinks({
  org,
  counts: read,
}: {
  org: { id: string; slug: string };
  counts: WorkCounts;
}) {
  const counts = useLiveCounts(org, read);
  const pathname = usePathname();
  const search = useSearchParams();
  const base = `/o/${org.slug}`;
  const requests = `${base}/requests`;
  const view =
    pathname === requests
      ? viewOf({ status: search.get("status"), assignee: search.get("assignee") })
      : undefined;
  const hasViews = counts.requests >= REQUESTS_WITH_VIEWS;
  const within = (path: string) => pathname.startsWith(path);
  const main: NavLink[] = [
    {
      href: base,
      ...INBOX,
      isCurrent: pathname === base,
      count: { value: counts.toReview, name: strings.toReview, isUrgent: true },
    },
    {
      href: requests,
      ...REQUESTS,
      isCurrent: within(requests) && !(view && hasViews),
      isCurrentOnPhone: view !== undefined,
      count: { value: counts.openRequests, name: strings.open },
    },
    {
      href: `${base}/clients`,
      ...CLIENTS,
      isCurrent: within(`${base}/clients`),
    },
    {
      href: `${base}/templates`,
      ...TEMPLATES,
      isCurrent: within(`${base}/templates`),
    },
  ];
  const views: NavLink[] = (
    [
      ["mine", "assignee=me", list.views.mine.title, UserRound, counts.openMine],
      ["overdue", "status=overdue", list.views.overdue.title, AlarmClock, counts.overdue],
      [
        "due_this_week",
        "status=due_this_week",
        list.views.due_this_week.title,
        CalendarDays,
        counts.dueThisWeek,
      ],
    ] as const
  ).map(([name, query, label, icon, value]) => ({
    href: `${requests}?${query}`,
    label,
    icon,
    isCurrent: view === name,
    count: { value, name: strings.open },
  }));
  return (
    <>
      <ul className={MAIN_LINKS}>
        {main.map((link) => (
          <Row key={link.href} {...link} className={ON_PHONE} />
        ))}
      </ul>
      {hasViews ? (
        <div className="hidden md:block">
          <h2 className="px-2.5 pt-4 pb-1 text-2xs font-semibold text-ink-subtle max-side:sr-only">
            {strings.views}
          </h2>
          <ul className="flex flex-col gap-0.5 max-side:mt-4">
            {views.map((link) => (
              <Row key={link.href} {...link} />
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}
