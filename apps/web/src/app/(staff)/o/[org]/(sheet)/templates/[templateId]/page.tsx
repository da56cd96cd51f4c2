import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import { loadOrg } from "@/features/orgs/loaders";
import { loadPreviewFirm } from "@/features/requests/components/preview-firm";
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
  const firm = await loadPreviewFirm(org);
  const isArchived = template.archivedAt !== null;
  return (
    <>
      <PageTitle>{template.title}</PageTitle>
      <PreviewColors color={org.brandColor} />
      <TemplateEditor
        key={template.version}
        org={{ id: org.id, slug: org.slug }}
        template={template}
        firm={firm}
        openedAt={new Date().toISOString()}
        actions={
          isArchived ? null : (
            <ButtonLink
              href={`/o/${slug}/requests/new?template=${template.id}`}
              variant="secondary"
            >
              <Plus aria-hidden className="size-4" />
              {strings.use}
            </ButtonLink>
          )
        }
        notices={
          <div className="grid gap-4 empty:hidden">
            {firstValue(search.saved) ? (
              <Banner tone="success" live>
                {strings.saved}
              </Banner>
            ) : null}
            {isArchived ? <Banner tone="info">{strings.archivedNote}</Banner> : null}
          </div>
        }
      >
        <ArchiveTemplate template={template} />
      </TemplateEditor>
    </>
  );
});
