import { Pencil, Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
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
        title={client.name}
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
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="requests">
          <h2 id="requests" className="mb-3 text-lg font-heading">
            {strings.requests}
          </h2>
          {page.rows.length > 0 ? (
            <div className="overflow-hidden rounded-lg border border-line px-(--gutter)">
              <RequestTable
                org={org}
                requests={page.rows}
                now={now.toISOString()}
                today={dateInZone(now, org.timeZone)}
                isOfOneClient
              />
            </div>
          ) : (
            <p className="text-ink-muted">{place ? strings.noMoreRequests : strings.noRequests}</p>
          )}
          <Pager
            extent={page.extent}
            previous={pageHref("before", page.previous)}
            next={pageHref("after", page.next)}
          />
        </section>
        <div className="flex flex-col gap-6">
          <Card labelledBy="contacts">
            <h2 id="contacts" className="mb-3 text-lg font-heading">
              {strings.contacts}
            </h2>
            <ContactList org={org} client={client} />
          </Card>
          <Card as="div" className="flex flex-col gap-3">
            <Disclosure summary={strings.editClient} icon={Pencil}>
              <EditClientForm org={org} client={client} />
            </Disclosure>
            <ArchiveClient client={client} />
          </Card>
        </div>
      </div>
    </>
  );
});
