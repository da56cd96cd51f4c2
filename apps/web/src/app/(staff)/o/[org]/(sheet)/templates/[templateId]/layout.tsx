import { guarded } from "@/app/_components/guarded";
import { loadTemplate } from "@/features/templates/loaders";
import { guardDocument } from "@/lib/http/document-request.server";

export default guarded(async function TemplateLayout({
  children,
  params,
}: LayoutProps<"/o/[org]/templates/[templateId]">) {
  const { org, templateId } = await params;
  await guardDocument(() => loadTemplate(org, templateId));
  return children;
});
