import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { LastLink } from "@/components/ui/last-link";
import { PageHeader } from "@/components/ui/page-header";
import { NewOrgForm } from "@/features/orgs/components/new-org-form";
import { loadMyOrgs, loadNewOrg } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";
import { listTimeZones } from "@/lib/format/time-zones";
import { firmsAddress } from "@/lib/http/own-address.server";

export const metadata: Metadata = { title: strings.create.title };

export default guarded(async function NewOrgPage() {
  await loadNewOrg();
  const { orgs } = await loadMyOrgs();
  return (
    <>
      <PageHeader title={strings.create.title} lead={strings.create.lead} />
      <NewOrgForm zones={listTimeZones(new Date())} address={await firmsAddress()} />
      {/* The skeleton does not know whether the user has a firm. This text is below the form,
          so that no field moves when the text appears. */}
      {orgs.length === 0 ? (
        <p className="mt-6 text-sm text-ink-muted">{strings.create.invited}</p>
      ) : (
        <LastLink href="/o">{strings.create.back}</LastLink>
      )}
    </>
  );
});
