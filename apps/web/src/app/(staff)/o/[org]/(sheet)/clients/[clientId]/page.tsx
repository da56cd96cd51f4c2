import { Pencil, Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { PageLinks } from "@/components/ui/page-links";
import { SheetHeader } from "@/components/ui/sheet-header";
import { ArchiveClient } from "@/features/clients/components/archive-client";
import { ContactList } from "@/features/clients/components/contact-list";
import { EditClientForm } from "@/features/clients/components/edit-client-form";
import { loadClient } from "@/features/clients/loaders";
import { strings } from "@/features/clients/strings";
import { loadOrg } from "@/features/orgs/loaders";
import { RequestList } from "@/features/requests/components/request-list";
import { loadRequests } from "@/features/requests/loaders";
import { parsePageKey } from "@/lib/backend/page-key";

type Props = PageProps<"/o/[org]/clients/[clientId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, clientId } = await params;
  return titleOnceKnown("client", async () => (await loadClient(org, clientId)).name);
}

export default guarded(async function ClientPage({ params, searchParams }: Props) {
  const { org: slug, clientId } = await params;
  const [org, client] = await Promise.all([loadOrg(slug), loadClient(slug, clientId)]);
  const after = parsePageKey(await searchParams);
  const { requests, next } = await loadRequests(slug, { clientId, after });
  const pathname = `/o/${slug}/clients/${clientId}`;
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
          {requests.length > 0 ? (
            <RequestList org={org} requests={requests} isOfOneClient />
          ) : (
            <p className="text-ink-muted">{after ? strings.noMoreRequests : strings.noRequests}</p>
          )}
          <PageLinks
            first={after && { href: { pathname }, label: strings.newestRequests }}
            next={
              next && {
                href: { pathname, query: { after: next.key, id: next.id } },
                label: strings.showMore,
              }
            }
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
