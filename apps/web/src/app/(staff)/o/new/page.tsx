import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageHeader } from "@/components/ui/page-header";
import { NewOrgForm } from "@/features/orgs/components/new-org-form";
import { loadNewOrg } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";

export const metadata: Metadata = { title: strings.create.title };

export default guarded(async function NewOrgPage() {
  await loadNewOrg();
  return (
    <>
      <PageHeader
        title={strings.create.title}
        lead={strings.create.lead}
        crumbs={[{ href: "/o", label: strings.list.title }]}
      />
      <NewOrgForm timeZones={["UTC", ...Intl.supportedValuesOf("timeZone")]} />
    </>
  );
});
