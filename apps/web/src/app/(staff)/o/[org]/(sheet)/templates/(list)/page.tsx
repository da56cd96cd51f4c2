import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { ButtonLink } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { SheetHeader } from "@/components/ui/sheet-header";
import { TemplateList } from "@/features/templates/components/template-list";
import { loadTemplates } from "@/features/templates/loaders";
import { strings } from "@/features/templates/strings";

export const metadata: Metadata = { title: strings.title };

export default guarded(async function TemplatesPage({ params }: PageProps<"/o/[org]/templates">) {
  const { org: slug } = await params;
  const { active, archived } = await loadTemplates(slug);
  const add = (
    <ButtonLink href={`/o/${slug}/templates/new`}>
      <Plus aria-hidden className="size-4" />
      {strings.new}
    </ButtonLink>
  );
  return (
    <>
      <SheetHeader
        title={strings.title}
        lead={strings.lead}
        actions={active.length > 0 ? add : null}
      />
      {active.length > 0 ? (
        <TemplateList slug={slug} templates={active} />
      ) : (
        <EmptyState title={strings.noneTitle} action={add}>
          {strings.none}
        </EmptyState>
      )}
      {archived.length > 0 ? (
        <div className="mt-8">
          <Disclosure summary={`${strings.archivedList} (${archived.length})`}>
            <TemplateList slug={slug} templates={archived} />
          </Disclosure>
        </div>
      ) : null}
    </>
  );
});
