import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadOrg } from "@/features/orgs/loaders";
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
      <SheetHeader
        title={strings.new}
        lead={strings.newLead}
        crumbs={[{ href: `/o/${org.slug}/templates` as Route, label: strings.title }]}
      />
      <TemplateEditor
        org={{ id: org.id, slug: org.slug }}
        template={{ title: "", message: "", dueInDays: DEFAULT_DUE_DAYS, items: [] }}
      />
    </>
  );
});
