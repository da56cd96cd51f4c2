import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { Pager } from "@/components/ui/pager";
import { SectionHeader } from "@/components/ui/section-header";
import { SectionPart, SectionParts } from "@/components/ui/sectioned-page";
import { AuditFilterChips } from "@/features/audit/components/audit-filters";
import { EventList } from "@/features/audit/components/event-list";
import { VerifyAudit } from "@/features/audit/components/verify-audit";
import { loadAudit } from "@/features/audit/loaders";
import { filterSchema } from "@/features/audit/schema";
import { strings } from "@/features/audit/strings";
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
    after: firstValue(search.after),
  });
  const audit = await loadAudit(slug, filters);
  const { org, events, names, extent, people, hasMorePeople } = audit;
  // `extent` counts all events of the firm, so do not show its numbers for a filtered list.
  const isCounted = !filters.kind && !filters.who;
  const kept = {
    ...(filters.kind ? { kind: filters.kind } : {}),
    ...(filters.who ? { who: filters.who } : {}),
  };
  const pathname = `/o/${org.slug}/settings/audit`;
  return (
    <>
      <SectionHeader title={strings.title} lead={strings.lead} />
      <SectionParts>
        <SectionPart id="verify" title={strings.verify.title} lead={strings.verify.lead}>
          <VerifyAudit slug={org.slug} total={extent.total} />
        </SectionPart>
        <SectionPart
          id="events"
          title={strings.list.title}
          count={isCounted ? extent.total : undefined}
          isWide
        >
          <AuditFilterChips
            slug={org.slug}
            filters={filters}
            whoName={filters.who ? events[0]?.actorName : undefined}
            people={people}
            hasMorePeople={hasMorePeople}
          />
          <EventList
            slug={org.slug}
            events={events}
            isFirstOfFiltered={!isCounted && !filters.before && !filters.after}
            names={names}
            timeZone={org.timeZone}
          />
          <Pager
            extent={isCounted ? extent : undefined}
            first={
              events.length === 0 && (filters.before || filters.after)
                ? { pathname, query: kept }
                : null
            }
            previous={
              audit.newerThan ? { pathname, query: { ...kept, after: audit.newerThan } } : null
            }
            next={
              audit.olderThan ? { pathname, query: { ...kept, before: audit.olderThan } } : null
            }
            labels={{
              first: strings.list.newest,
              previous: strings.list.newer,
              next: strings.list.older,
            }}
          />
        </SectionPart>
      </SectionParts>
    </>
  );
});
