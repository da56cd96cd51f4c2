import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { FormColumns } from "@/components/ui/sectioned-page";
import { SheetHeader } from "@/components/ui/sheet-header";
import { ImportExample } from "@/features/clients/components/import-example";
import { ImportForm } from "@/features/clients/components/import-form";
import { strings } from "@/features/clients/strings";
import { loadOrg } from "@/features/orgs/loaders";

export const metadata: Metadata = { title: strings.import.title };

export default guarded(async function ImportClientsPage({
  params,
}: PageProps<"/o/[org]/clients/import">) {
  const org = await loadOrg((await params).org);
  return (
    <>
      <SheetHeader
        title={strings.import.title}
        lead={strings.import.lead}
        crumbs={[{ href: `/o/${org.slug}/clients` as Route, label: strings.title }]}
      />
      <FormColumns aside={<ImportExample />}>
        <ImportForm org={{ id: org.id, slug: org.slug }} />
      </FormColumns>
    </>
  );
});
