import { Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { FormDrafts } from "@/components/forms/form-draft";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Monogram } from "@/components/ui/monogram";
import { Pager, pageHrefs } from "@/components/ui/pager";
import { SheetHeader } from "@/components/ui/sheet-header";
import { SideColumns } from "@/components/ui/side-columns";
import { ActivityList } from "@/features/activity/components/activity-list";
import { loadNewestActivity } from "@/features/activity/loaders";
import { ClientMenu } from "@/features/clients/components/client-menu";
import { ContactList } from "@/features/clients/components/contact-list";
import { EditClientForm } from "@/features/clients/components/edit-client-form";
import { loadClient } from "@/features/clients/loaders";
import { strings } from "@/features/clients/strings";
import { loadOrg } from "@/features/orgs/loaders";
import { RequestTable } from "@/features/requests/components/request-table";
import { loadRequests } from "@/features/requests/loaders";
import { parseListPlace } from "@/lib/backend/list-page";
import { isInstantKey } from "@/lib/backend/page-key";
import { dateInZone, formatNumber } from "@/lib/format/format";
import { UNTITLED_REQUEST } from "@/lib/format/untitled";
import { firstValue } from "@/lib/http/search-params";

type Props = PageProps<"/o/[org]/clients/[clientId]">;

const SECTION_HEAD = "flex min-h-11 items-center gap-1.5 text-xs font-semibold";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, clientId } = await params;
  return titleOnceKnown("client", async () => (await loadClient(org, clientId)).name);
}

export default guarded(async function ClientPage({ params, searchParams }: Props) {
  const { org: slug, clientId } = await params;
  const [org, client] = await Promise.all([loadOrg(slug), loadClient(slug, clientId)]);
  const search = await searchParams;
  const place = parseListPlace(search, isInstantKey);
  const page = await loadRequests(slug, { clientId, place });
  const activity = await loadNewestActivity(
    slug,
    page.rows.map(({ id }) => id),
  );
  const titles = new Map(page.rows.map(({ id, title }) => [id, title]));
  const now = new Date();
  const pathname = `/o/${slug}/clients/${clientId}`;
  const isPastEnd = page.rows.length === 0 && place !== undefined;
  return (
    <>
      <PageTitle>{client.name}</PageTitle>
      <SheetHeader
        title={client.name}
        picture={<Monogram id={client.id} name={client.name} shape="client" size={40} />}
        crumbs={[{ href: `/o/${slug}/clients` as Route, label: strings.title }]}
        meta={client.ref ? <span>{client.ref}</span> : undefined}
        actions={
          <>
            <ClientMenu org={{ id: org.id, slug }} client={client} />
            {client.archivedAt ? null : (
              <ButtonLink href={`/o/${slug}/requests/new?client=${client.id}`}>
                <Plus aria-hidden className="size-4" />
                {strings.newRequest}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="mb-4 grid gap-4 empty:hidden">
        {client.archivedAt ? <Banner tone="neutral">{strings.archivedNote}</Banner> : null}
        {firstValue(search.edit) ? (
          <section aria-label={strings.editClient}>
            <FormDrafts>
              <EditClientForm org={{ id: org.id, slug }} client={client} />
            </FormDrafts>
          </section>
        ) : null}
      </div>
      <SideColumns className="border-t border-line md:max-side:grid md:max-side:grid-cols-2 side:grid-rows-[auto_1fr]">
        <section aria-labelledby="requests" className="min-w-0 md:max-side:col-span-2">
          <h2 id="requests" className={`${SECTION_HEAD} px-(--gutter)`}>
            {strings.requests}
            {page.extent.total > 0 ? (
              <span className="font-normal text-ink-subtle">{formatNumber(page.extent.total)}</span>
            ) : null}
          </h2>
          <div className="px-(--gutter)">
            {page.rows.length > 0 ? (
              <RequestTable
                org={org}
                groups={[{ requests: page.rows }]}
                now={now.toISOString()}
                today={dateInZone(now, org.timeZone)}
                isOfOneClient
              />
            ) : isPastEnd ? (
              <p className="py-4 text-ink-muted">{strings.noMoreRequests}</p>
            ) : (
              <EmptyState level="h3" title={strings.noRequests}>
                {client.archivedAt ? null : strings.noRequestsLead}
              </EmptyState>
            )}
            <Pager extent={page.extent} {...pageHrefs(page, { pathname, query: {}, place })} />
          </div>
        </section>
        <section
          aria-labelledby="contacts"
          className="border-line px-(--gutter) pb-4 max-side:-mt-px max-side:border-t md:max-side:last:col-span-2 side:row-span-2 side:border-l side:pl-5"
        >
          <h2 id="contacts" className={SECTION_HEAD}>
            {strings.contacts}
          </h2>
          <ContactList org={org} client={client} />
        </section>
        {activity.groups.length > 0 ? (
          <section aria-labelledby="activity" className="-mt-px min-w-0 border-t border-line">
            <h2 id="activity" className={`${SECTION_HEAD} border-line px-(--gutter) side:border-b`}>
              {strings.activity}
            </h2>
            <div className="max-w-text px-(--gutter) pt-3 pb-4 side:pt-4">
              <ActivityList
                groups={activity.groups}
                names={activity.names}
                aboutOf={({ requestId }) => (
                  <Link
                    href={`/o/${slug}/requests/${requestId}` as Route}
                    className="-my-0.75 block w-fit max-w-full truncate py-0.75 text-ink-subtle hover:underline pointer-coarse:-mt-3.25 pointer-coarse:mb-0 pointer-coarse:py-3.25"
                  >
                    {titles.get(requestId ?? "") || UNTITLED_REQUEST}
                  </Link>
                )}
                timeZone={org.timeZone}
                now={now.toISOString()}
              />
            </div>
          </section>
        ) : null}
      </SideColumns>
    </>
  );
});
