import { Check, ChevronsUpDown, Plus, Settings } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { DetailsMenu } from "@/components/ui/details-menu";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { loadMyOrgs } from "@/features/orgs/loaders";
import { canManageOrg } from "@/features/orgs/permissions";
import type { Org } from "@/features/orgs/types";
import { MENU, MENU_ROW } from "@/lib/style/menu";

export async function FirmSwitcher({ org }: { org: Org }) {
  const { orgs } = await loadMyOrgs();
  return (
    <DetailsMenu name="firm" className="relative min-w-0 md:mb-1.5">
      <summary
        aria-label={strings.firmMenu(org.name)}
        title={org.name}
        className="flex min-h-11 list-none items-center gap-2.5 rounded-box px-2 font-semibold hover:bg-hover-canvas max-side:md:justify-center max-side:md:px-0"
      >
        <FirmLogo name={org.name} logoPath={org.logoPath} />
        <span dir="auto" className="min-w-0 grow truncate md:max-side:sr-only">
          {org.name}
        </span>
        <ChevronsUpDown
          aria-hidden
          className="size-4 shrink-0 text-ink-subtle md:max-side:hidden"
        />
      </summary>
      <div className={`${MENU} top-full left-0`}>
        <ul className="mb-1 border-b border-line pb-1">
          {orgs.map((firm) => (
            <li key={firm.id}>
              <Link
                href={`/o/${firm.slug}` as Route}
                aria-current={firm.id === org.id ? "true" : undefined}
                className={MENU_ROW}
              >
                <FirmLogo name={firm.name} logoPath={firm.logoPath} />
                <span dir="auto" className="min-w-0 grow truncate">
                  {firm.name}
                </span>
                {firm.id === org.id ? <Check aria-hidden className="size-4 text-accent" /> : null}
              </Link>
            </li>
          ))}
        </ul>
        <ul>
          <li>
            <Link href={"/o/new" as Route} className={MENU_ROW}>
              <Plus aria-hidden className="size-4 text-ink-muted" />
              {strings.createFirm}
            </Link>
          </li>
          {canManageOrg(org.role) ? (
            <li>
              <Link href={`/o/${org.slug}/settings/general` as Route} className={MENU_ROW}>
                <Settings aria-hidden className="size-4 text-ink-muted" />
                {strings.firmSettings}
              </Link>
            </li>
          ) : null}
        </ul>
      </div>
    </DetailsMenu>
  );
}
