import { FirmSwitcher } from "@/app/(staff)/o/[org]/_components/firm-switcher";
import { HelpRow } from "@/app/(staff)/o/[org]/_components/help-row";
import { PersonMenu } from "@/app/(staff)/o/[org]/_components/person-menu";
import { SearchButton } from "@/app/(staff)/o/[org]/_components/search-button";
import { SettingsLink } from "@/app/(staff)/o/[org]/_components/settings-link";
import { SidebarLinks } from "@/app/(staff)/o/[org]/_components/sidebar-links";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { Skeleton } from "@/components/ui/skeleton";
import type { WorkCounts } from "@/features/inbox/types";
import { canManageOrg } from "@/features/orgs/permissions";
import type { Org } from "@/features/orgs/types";

const SIDEBAR =
  "relative z-20 flex h-13 items-center gap-1 border-b border-line bg-canvas px-2 max-md:pr-14 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:gap-0.5 md:border-0 md:px-2 md:pt-2.5 md:pb-3 side:px-2.5";

/** Replaces the sidebar while the firm loads. */
export function SidebarSkeleton() {
  return (
    <header data-sidebar data-print="hide" className={SIDEBAR}>
      <span className="flex min-h-11 items-center gap-2.5 px-2">
        <Skeleton className="size-7 rounded-md" />
        <Skeleton className="h-4 w-28 md:max-side:hidden" />
      </span>
    </header>
  );
}

/** The sidebar of a firm. See `SheetFrame` for its widths. */
export function Sidebar({ org, counts }: { org: Org; counts: WorkCounts }) {
  return (
    <header data-sidebar data-print="hide" className={SIDEBAR}>
      <FirmSwitcher org={org} />
      <SearchButton />
      <nav aria-label={strings.main}>
        <SidebarLinks org={{ id: org.id, slug: org.slug }} counts={counts} />
      </nav>
      <div className="flex gap-0.5 max-md:hidden md:mt-auto md:flex-col">
        {canManageOrg(org.role) ? <SettingsLink base={`/o/${org.slug}/settings`} /> : null}
        <HelpRow />
      </div>
      <PersonMenu role={org.role} />
    </header>
  );
}
