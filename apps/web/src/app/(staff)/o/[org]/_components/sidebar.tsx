import { FirmSwitcher } from "@/app/(staff)/o/[org]/_components/firm-switcher";
import { HelpRow } from "@/app/(staff)/o/[org]/_components/help-row";
import { PersonMenu } from "@/app/(staff)/o/[org]/_components/person-menu";
import { SearchButton } from "@/app/(staff)/o/[org]/_components/search-button";
import { SettingsLink } from "@/app/(staff)/o/[org]/_components/settings-link";
import { MainLinksSkeleton, SidebarLinks } from "@/app/(staff)/o/[org]/_components/sidebar-links";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { Skeleton } from "@/components/ui/skeleton";
import type { WorkCounts } from "@/features/inbox/types";
import { canManageOrg } from "@/features/orgs/permissions";
import type { Org } from "@/features/orgs/types";

const SIDEBAR =
  "relative z-20 flex h-13 items-center gap-1 border-b border-line bg-canvas px-2 max-md:pr-14 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:gap-0.5 md:border-0 md:px-2 md:pt-2.5 md:pb-3 side:px-2.5";

const BLOCK = "bg-hover-canvas!";

export function SidebarSkeleton() {
  return (
    <header data-sidebar data-print="hide" inert className={SIDEBAR}>
      <span className="flex min-h-11 items-center gap-2.5 px-2 md:mb-1.5 md:max-side:justify-center md:max-side:px-0">
        <Skeleton className={`size-7 rounded-md ${BLOCK}`} />
        <Skeleton className={`h-4 w-28 md:max-side:hidden ${BLOCK}`} />
      </span>
      <SearchButton />
      <MainLinksSkeleton />
      <div className="max-md:hidden md:mt-auto">
        <HelpRow />
      </div>
      <span className="flex min-h-11 items-center gap-2.5 px-2 max-side:justify-center max-side:px-0 max-md:absolute max-md:right-2 max-md:size-11 md:mt-1.5">
        <Skeleton className={`size-7 rounded-full ${BLOCK}`} />
        <Skeleton className={`h-4 w-24 max-side:hidden ${BLOCK}`} />
      </span>
    </header>
  );
}

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
