import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { FormColumns } from "@/components/ui/sectioned-page";
import { SheetHeader } from "@/components/ui/sheet-header";
import { EmailExample } from "@/features/clients/components/email-example";
import { NewClientForm } from "@/features/clients/components/new-client-form";
import { strings } from "@/features/clients/strings";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import { loadOrg } from "@/features/orgs/loaders";
import { firstValue } from "@/lib/http/search-params";
import { firmProperties } from "@/lib/style/firm-colors";

export const metadata: Metadata = { title: strings.addTitle };

export default guarded(async function NewClientPage({
  params,
  searchParams,
}: PageProps<"/o/[org]/clients/new">) {
  const org = await loadOrg((await params).org);
  const search = await searchParams;
  const then = firstValue(search.then) === "request" ? "request" : "client";
  return (
    <>
      <SheetHeader
        title={strings.addTitle}
        lead={strings.addLead}
        crumbs={[{ href: `/o/${org.slug}/clients` as Route, label: strings.title }]}
      />
      <PreviewColors color={org.brandColor} />
      <FormColumns
        aside={
          <EmailExample
            firm={org.name}
            logo={<FirmLogo size={32} name={org.name} logoPath={org.logoPath} />}
            colors={firmProperties(org.brandColor)}
          />
        }
      >
        <NewClientForm org={org} then={then} name={firstValue(search.name)} />
      </FormColumns>
    </>
  );
});
