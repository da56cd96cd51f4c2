import { Plus } from "lucide-react";
import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadOrg } from "@/features/orgs/loaders";
import { ArchiveTemplate } from "@/features/templates/components/archive-template";
import { TemplateEditor } from "@/features/templates/components/template-editor";
import { loadTemplate } from "@/features/templates/loaders";
import { strings } from "@/features/templates/strings";
import { firstValue } from "@/lib/http/search-params";

type Props = PageProps<"/o/[org]/templates/[templateId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, templateId } = await params;
  return titleOnceKnown("template", async () => (await loadTemplate(org, templateId)).title);
}

export default guarded(async function TemplatePage({ params, searchParams }: Props) {
  const { org: slug, templateId } = await params;
  const [org, template, search] = await Promise.all([
    loadOrg(slug),
    loadTemplate(slug, templateId),
    searchParams,
  ]);
  const isArchived = template.archivedAt !== null;
  return (
    <>
      <PageTitle>{template.title}</PageTitle>
      <SheetHeader
        title={template.title}
        lead={strings.editLead}
        crumbs={[{ href: `/o/${slug}/templates` as Route, label: strings.title }]}
        actions={
          isArchived ? undefined : (
            <ButtonLink
              href={`/o/${slug}/requests/new?template=${template.id}`}
              variant="secondary"
            >
              <Plus aria-hidden className="size-4" />
              {strings.use}
            </ButtonLink>
          )
        }
      />
      {firstValue(search.saved) ? (
        <div className="mb-4 max-w-text">
          <Banner tone="success" live>
            {strings.saved}
          </Banner>
        </div>
      ) : null}
      {isArchived ? (
        <div className="mb-4 max-w-text">
          <Banner tone="info">{strings.archivedNote}</Banner>
        </div>
      ) : null}
      <TemplateEditor
        key={template.version}
        org={{ id: org.id, slug: org.slug }}
        template={template}
      />
      <div className="mt-8">
        <ArchiveTemplate template={template} />
      </div>
    </>
  );
});
