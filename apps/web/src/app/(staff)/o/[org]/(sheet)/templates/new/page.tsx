import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import { loadOrg } from "@/features/orgs/loaders";
import { loadPreviewFirm } from "@/features/requests/components/preview-firm";
import { DEFAULT_DUE_DAYS } from "@/features/requests/schema";
import { TemplateEditor } from "@/features/templates/components/template-editor";
import { strings } from "@/features/templates/strings";

export const metadata: Metadata = { title: strings.new };

export default guarded(async function NewTemplatePage({
  params,
}: PageProps<"/o/[org]/templates/new">) {
  const org = await loadOrg((await params).org);
  return (
    <>
      <PreviewColors color={org.brandColor} />
      <TemplateEditor
        org={{ id: org.id, slug: org.slug }}
        template={{ title: "", message: "", dueInDays: DEFAULT_DUE_DAYS, items: [] }}
        firm={await loadPreviewFirm(org)}
        openedAt={new Date().toISOString()}
      />
    </>
  );
});
