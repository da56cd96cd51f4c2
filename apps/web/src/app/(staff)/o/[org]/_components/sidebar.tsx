import { CircleHelp, Settings } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { strings as appStrings } from "@/app/_components/strings";
import { FirmSwitcher } from "@/app/(staff)/o/[org]/_components/firm-switcher";
import { NAV_ROW } from "@/app/(staff)/o/[org]/_components/nav-row";
import { PersonMenu } from "@/app/(staff)/o/[org]/_components/person-menu";
import { SearchButton } from "@/app/(staff)/o/[org]/_components/search-button";
import { SidebarLinks } from "@/app/(staff)/o/[org]/_components/sidebar-links";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import type { WorkCounts } from "@/features/inbox/types";
import { canManageOrg } from "@/features/orgs/permissions";
import type { Org } from "@/features/orgs/types";

const ICON = "size-4 shrink-0";
const LABEL = "max-side:sr-only";

/** The navigation of a firm's pages. See `SheetFrame` for its widths. */
export function Sidebar({ org, counts }: { org: Org; counts: WorkCounts }) {
  const base = `/o/${org.slug}`;
  return (
    <header
      data-sidebar
      data-print="hide"
      className="relative z-20 flex h-13 items-center gap-1 border-b border-line bg-canvas px-2 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:gap-0.5 md:border-0 md:px-2 md:pt-2.5 md:pb-3 side:px-2.5"
    >
      <FirmSwitcher org={org} />
      <SearchButton />
      <nav aria-label={strings.main}>
        <SidebarLinks slug={org.slug} counts={counts} />
      </nav>
      <div className="flex gap-0.5 md:mt-auto md:flex-col">
        {canManageOrg(org.role) ? (
          <Link
            href={`${base}/settings/general` as Route}
            title={strings.settings}
            className={`${NAV_ROW} max-md:hidden`}
          >
            <Settings aria-hidden strokeWidth={1.75} className={ICON} />
            <span className={LABEL}>{strings.settings}</span>
          </Link>
        ) : null}
        <Link
          href="/help#staff"
          target="_blank"
          prefetch={false}
          title={strings.help}
          className={`${NAV_ROW} max-md:size-11`}
        >
          <CircleHelp aria-hidden strokeWidth={1.75} className={`${ICON} max-md:size-5`} />
          <span className={LABEL}>
            {strings.help} <span className="sr-only">{appStrings.newTab}</span>
          </span>
        </Link>
      </div>
      <PersonMenu role={org.role} />
    </header>
  );
}
