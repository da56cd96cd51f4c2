import { cookies } from "next/headers";
import Link from "next/link";
import { HelpLink } from "@/app/_components/help-link";
import { Sidebar } from "@/app/(staff)/o/[org]/_components/sidebar";
import { StaffKeys } from "@/app/(staff)/o/[org]/_components/staff-keys";
import { Brand } from "@/components/ui/brand";
import { AccountMenu } from "@/features/account/components/account-menu";
import { loadSingleKeys } from "@/features/account/loaders";
import { loadWorkCounts } from "@/features/inbox/loaders";
import { loadFrameOrg } from "@/features/orgs/loaders";
import { canManageOrg } from "@/features/orgs/permissions";
import type { Org } from "@/features/orgs/types";
import { requireSession } from "@/lib/backend/backend.server";
import { outageOf } from "@/lib/backend/outage.server";
import { SINGLE_KEYS_OFF } from "@/lib/browser/single-keys";
import { RECENT_FIRM } from "@/lib/recent/recent-firm";

export async function readRecentFirm(): Promise<string | undefined> {
  return (await cookies()).get(RECENT_FIRM)?.value;
}

export function OwnBar() {
  return (
    <header
      data-print="hide"
      className="relative z-20 flex h-13 items-center gap-2 bg-canvas px-(--gutter) max-md:border-b max-md:border-line"
    >
      <Link href="/" className="mr-auto inline-flex min-h-11 items-center rounded-md">
        <Brand />
      </Link>
      <HelpLink />
      <AccountMenu />
    </header>
  );
}

async function FirmSidebar({ org }: { org: Org }) {
  const [{ claims }, counts, singleKeys] = await Promise.all([
    requireSession(),
    loadWorkCounts(org.slug),
    loadSingleKeys(),
  ]);
  return (
    <>
      <Sidebar org={org} counts={counts} />
      <StaffKeys slug={org.slug} userId={claims.sub} canManage={canManageOrg(org.role)} />
      {singleKeys ? null : <span hidden {...{ [SINGLE_KEYS_OFF]: "" }} />}
    </>
  );
}

/**
 * Shows a header instead of the sidebar in three cases: the user has no firm, the user has not
 * added the second factor that the firm requires, or there is an outage.
 */
export async function OwnSidebar() {
  try {
    const org = await loadFrameOrg(await readRecentFirm());
    return org ? await FirmSidebar({ org }) : <OwnBar />;
  } catch (thrown) {
    if (await outageOf(thrown)) return <OwnBar />;
    throw thrown;
  }
}
