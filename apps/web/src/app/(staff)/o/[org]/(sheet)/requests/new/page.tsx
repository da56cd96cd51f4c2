import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadClientChoice, loadClientChoices } from "@/features/clients/loaders";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import { loadOrg } from "@/features/orgs/loaders";
import { loadPreviewFirm } from "@/features/requests/components/preview-firm";
import { composer, list } from "@/features/requests/strings";
import { StartDraftForm } from "@/features/templates/components/start-draft-form";
import { loadTemplatePreview, loadTemplates } from "@/features/templates/loaders";
import { firstValue } from "@/lib/http/search-params";

export const metadata: Metadata = { title: composer.newTitle };

export default guarded(async function NewRequestPage({
  params,
  searchParams,
}: PageProps<"/o/[org]/requests/new">) {
  const { org: slug } = await params;
  const search = await searchParams;
  const [org, clients, client, { active: templates }] = await Promise.all([
    loadOrg(slug),
    loadClientChoices(slug),
    loadClientChoice(slug, firstValue(search.client) ?? ""),
    loadTemplates(slug),
  ]);
  const wanted = templates.find(({ id }) => id === firstValue(search.template));
  const crumbs = [{ href: `/o/${slug}/requests` as Route, label: list.title }];
  if (clients.total === 0) {
    return (
      <>
        <SheetHeader title={composer.newTitle} crumbs={crumbs} />
        <EmptyState
          title={composer.noClientsTitle}
          action={
            <ButtonLink href={`/o/${slug}/clients/new?then=request`}>
              {composer.addClient}
            </ButtonLink>
          }
        >
          {composer.noClients}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <SheetHeader crumbs={crumbs} current={composer.newTitle} />
      <PreviewColors color={org.brandColor} />
      <StartDraftForm
        org={{ id: org.id, slug: org.slug, timeZone: org.timeZone }}
        clients={clients}
        client={client}
        templates={templates}
        template={wanted ? await loadTemplatePreview(slug, wanted.id) : null}
        firm={await loadPreviewFirm(org)}
        openedAt={new Date().toISOString()}
      />
    </>
  );
});
