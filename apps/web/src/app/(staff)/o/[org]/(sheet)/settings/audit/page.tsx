import type { Metadata } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { SectionHeader } from "@/components/ui/section-header";
import { AuditFiltersForm } from "@/features/audit/components/audit-filters";
import { EventList } from "@/features/audit/components/event-list";
import { VerifyAudit } from "@/features/audit/components/verify-audit";
import { loadAudit } from "@/features/audit/loaders";
import { filterSchema } from "@/features/audit/schema";
import { strings } from "@/features/audit/strings";
import { SettingsSection } from "@/features/orgs/components/settings-section";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = { title: strings.title };

export default guarded(async function AuditPage({
  params,
  searchParams,
}: PageProps<"/o/[org]/settings/audit">) {
  const { org: slug } = await params;
  const search = await searchParams;
  const filters = filterSchema.parse({
    kind: firstValue(search.kind),
    who: firstValue(search.who),
    before: firstValue(search.before),
  });
  const { org, events, names, total, people, hasMorePeople, nextBefore } = await loadAudit(
    slug,
    filters,
  );
  const kept = {
    ...(filters.kind ? { kind: filters.kind } : {}),
    ...(filters.who ? { who: filters.who } : {}),
  };
  const pathname = `/o/${org.slug}/settings/audit`;
  return (
    <>
      <SectionHeader title={strings.title} lead={strings.lead} />
      <div className="flex flex-col gap-6">
        <SettingsSection id="verify" title={strings.verify.title} lead={strings.verify.lead}>
          <VerifyAudit slug={org.slug} total={total} />
        </SettingsSection>
        <SettingsSection id="events" title={strings.list.title}>
          <AuditFiltersForm
            key={`${filters.kind}-${filters.who}`}
            slug={org.slug}
            filters={filters}
            people={people}
            hasMorePeople={hasMorePeople}
          />
          <EventList slug={org.slug} events={events} names={names} timeZone={org.timeZone} />
          <p className="mt-2 flex flex-wrap gap-x-6">
            {filters.before ? (
              <Link
                href={{ pathname, query: kept }}
                className="link inline-flex min-h-11 items-center"
              >
                {strings.list.newest}
              </Link>
            ) : null}
            {nextBefore ? (
              <Link
                href={{ pathname, query: { ...kept, before: nextBefore } }}
                className="link inline-flex min-h-11 items-center"
              >
                {strings.list.older}
              </Link>
            ) : null}
          </p>
        </SettingsSection>
      </div>
    </>
  );
});
