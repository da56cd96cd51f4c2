import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadClientChoices } from "@/features/clients/loaders";
import { loadOrg } from "@/features/orgs/loaders";
import { composer, list } from "@/features/requests/strings";
import { StartDraftForm } from "@/features/templates/components/start-draft-form";
import { loadTemplates } from "@/features/templates/loaders";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = { title: composer.newTitle };

export default guarded(async function NewRequestPage({
  params,
  searchParams,
}: PageProps<"/o/[org]/requests/new">) {
  const { org: slug } = await params;
  const [org, clients, templates, search] = await Promise.all([
    loadOrg(slug),
    loadClientChoices(slug),
    loadTemplates(slug),
    searchParams,
  ]);
  const addClient = (
    <ButtonLink
      href={`/o/${slug}/clients/new?then=request`}
      variant={clients.length > 0 ? "secondary" : "primary"}
    >
      {composer.addClient}
    </ButtonLink>
  );
  return (
    <>
      <SheetHeader
        title={composer.newTitle}
        lead={composer.newLead}
        crumbs={[{ href: `/o/${slug}/requests` as Route, label: list.title }]}
      />
      {clients.length === 0 ? (
        <EmptyState title={composer.noClientsTitle} action={addClient}>
          {composer.noClients}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-8">
          <StartDraftForm
            org={org}
            clients={clients}
            chosen={firstValue(search.client)}
            templates={templates.active}
            chosenTemplate={firstValue(search.template)}
          />
          <div>{addClient}</div>
        </div>
      )}
    </>
  );
});
