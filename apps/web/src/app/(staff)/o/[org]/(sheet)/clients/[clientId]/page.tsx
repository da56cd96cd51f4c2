import { Pencil, Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { ButtonLink } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Monogram } from "@/components/ui/monogram";
import { Pager } from "@/components/ui/pager";
import { SheetHeader } from "@/components/ui/sheet-header";
import { ArchiveClient } from "@/features/clients/components/archive-client";
import { ContactList } from "@/features/clients/components/contact-list";
import { EditClientForm } from "@/features/clients/components/edit-client-form";
import { loadClient } from "@/features/clients/loaders";
import { strings } from "@/features/clients/strings";
import { loadOrg } from "@/features/orgs/loaders";
import { RequestTable } from "@/features/requests/components/request-table";
import { loadRequests } from "@/features/requests/loaders";
import { parseListPlace } from "@/lib/backend/list-page";
import type { PageKey } from "@/lib/backend/page-key";
import { dateInZone } from "@/lib/format/format";

type Props = PageProps<"/o/[org]/clients/[clientId]">;

const SECTION_HEAD =
  "flex min-h-9.75 items-center bg-sunken px-(--gutter) text-xs font-semibold tracking-normal";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, clientId } = await params;
  return titleOnceKnown("client", async () => (await loadClient(org, clientId)).name);
}

export default guarded(async function ClientPage({ params, searchParams }: Props) {
  const { org: slug, clientId } = await params;
  const [org, client] = await Promise.all([loadOrg(slug), loadClient(slug, clientId)]);
  const place = parseListPlace(await searchParams);
  const page = await loadRequests(slug, { clientId, place });
  const now = new Date();
  const pathname = `/o/${slug}/clients/${clientId}`;
  const pageHref = (name: "after" | "before", key: PageKey | null) =>
    key && { pathname, query: { [name]: key.key, id: key.id } };
  return (
    <>
      <PageTitle>{client.name}</PageTitle>
      <SheetHeader
        title={
          <span className="flex items-center gap-3">
            <Monogram id={client.id} name={client.name} shape="client" size={40} />
            <span className="min-w-0">{client.name}</span>
          </span>
        }
        crumbs={[{ href: `/o/${slug}/clients` as Route, label: strings.title }]}
        meta={client.ref ? <span>{client.ref}</span> : undefined}
        actions={
          client.archivedAt ? undefined : (
            <ButtonLink href={`/o/${slug}/requests/new?client=${client.id}`}>
              <Plus aria-hidden className="size-4" />
              {strings.newRequest}
            </ButtonLink>
          )
        }
      />
      <div className="bleed border-t border-line side:grid side:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="requests" className="min-w-0">
          <h2 id="requests" className={SECTION_HEAD}>
            {strings.requests}
          </h2>
          <div className="px-(--gutter) pb-4">
            {page.rows.length > 0 ? (
              <RequestTable
                org={org}
                requests={page.rows}
                now={now.toISOString()}
                today={dateInZone(now, org.timeZone)}
                isOfOneClient
              />
            ) : (
              <p className="py-4 text-ink-muted">
                {place ? strings.noMoreRequests : strings.noRequests}
              </p>
            )}
            <Pager
              extent={page.extent}
              previous={pageHref("before", page.previous)}
              next={pageHref("after", page.next)}
            />
          </div>
        </section>
        <div className="border-line max-side:grid max-side:border-t md:max-side:grid-cols-2 side:border-l">
          <section aria-labelledby="contacts" className="px-(--gutter) py-4 side:px-5">
            <h2 id="contacts" className="mb-2 text-xs font-semibold tracking-normal">
              {strings.contacts}
            </h2>
            <ContactList org={org} client={client} />
          </section>
          <div className="grid content-start gap-3 border-line px-(--gutter) py-4 max-md:border-t side:border-t side:px-5">
            <Disclosure summary={strings.editClient} icon={Pencil}>
              <EditClientForm org={org} client={client} />
            </Disclosure>
            <ArchiveClient client={client} />
          </div>
        </div>
      </div>
    </>
  );
});
