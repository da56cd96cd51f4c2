import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageHeader } from "@/components/ui/page-header";
import { NewOrgForm } from "@/features/orgs/components/new-org-form";
import { loadMyOrgs, loadNewOrg } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";
import { listTimeZones } from "@/lib/format/time-zones";

export const metadata: Metadata = { title: strings.create.title };

export default guarded(async function NewOrgPage() {
  await loadNewOrg();
  const { orgs } = await loadMyOrgs();
  return (
    <>
      <PageHeader
        title={strings.create.title}
        lead={strings.create.lead}
        {...(orgs.length > 0 ? { crumbs: [{ href: "/o", label: strings.list.title }] } : {})}
      />
      <NewOrgForm zones={listTimeZones(new Date())} />
      {orgs.length === 0 ? (
        <p className="mt-6 text-sm text-ink-muted">{strings.create.invited}</p>
      ) : null}
    </>
  );
});
