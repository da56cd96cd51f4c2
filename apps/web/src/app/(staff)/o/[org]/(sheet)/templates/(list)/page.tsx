import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { SheetHeader } from "@/components/ui/sheet-header";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import { loadOrg } from "@/features/orgs/loaders";
import { loadPreviewFirm } from "@/features/requests/components/preview-firm";
import { TemplateBrowser } from "@/features/templates/components/template-browser";
import { TemplateList } from "@/features/templates/components/template-list";
import { loadTemplatePreview, loadTemplates } from "@/features/templates/loaders";
import { strings } from "@/features/templates/strings";

export const metadata: Metadata = { title: strings.title };

export default guarded(async function TemplatesPage({ params }: PageProps<"/o/[org]/templates">) {
  const { org: slug } = await params;
  const [org, { active, archived }] = await Promise.all([loadOrg(slug), loadTemplates(slug)]);
  const now = new Date().toISOString();
  const add = (
    <ButtonLink href={`/o/${slug}/templates/new`}>
      <Plus aria-hidden className="size-4" />
      {strings.new}
    </ButtonLink>
  );
  const [first] = active;
  const others =
    archived.length > 0 ? (
      <div className="mt-8">
        <Disclosure summary={`${strings.archivedList} (${archived.length})`}>
          <TemplateList org={org} templates={archived} now={now} />
        </Disclosure>
      </div>
    ) : null;
  return (
    <>
      <SheetHeader
        title={strings.title}
        total={active.length > 0 ? active.length : undefined}
        actions={active.length > 0 ? add : null}
      />
      {first ? (
        <>
          <PreviewColors color={org.brandColor} />
          <TemplateBrowser
            org={{ slug, timeZone: org.timeZone }}
            templates={active}
            first={await loadTemplatePreview(slug, first.id)}
            firm={await loadPreviewFirm(org)}
            now={now}
          >
            {others}
          </TemplateBrowser>
        </>
      ) : (
        <>
          <EmptyState title={strings.noneTitle} action={add}>
            {strings.none}
          </EmptyState>
          {others}
        </>
      )}
    </>
  );
});
