import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { SectionHeader } from "@/components/ui/section-header";
import { SectionPart, SectionParts } from "@/components/ui/sectioned-page";
import { DeleteOrg } from "@/features/orgs/components/delete-org";
import { FirmExample } from "@/features/orgs/components/firm-example";
import { GeneralForm } from "@/features/orgs/components/general-form";
import { RetentionForm } from "@/features/orgs/components/retention-form";
import { loadOrgSettings } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";
import { listTimeZones } from "@/lib/format/time-zones";
import { firmsAddress } from "@/lib/http/own-address.server";

export const metadata: Metadata = { title: strings.general.title };

export default guarded(async function GeneralPage({
  params,
}: PageProps<"/o/[org]/settings/general">) {
  const org = await loadOrgSettings((await params).org);
  return (
    <>
      <SectionHeader title={strings.general.title} lead={strings.general.lead} />
      <SectionParts>
        <SectionPart id="profile" title={strings.general.profile} aside={<FirmExample org={org} />}>
          <GeneralForm org={org} zones={listTimeZones(new Date())} address={await firmsAddress()} />
        </SectionPart>
        {org.role === "owner" ? (
          <>
            <SectionPart
              id="retention"
              title={strings.retention.title}
              explanation={strings.retention.lead}
            >
              <RetentionForm org={org} />
            </SectionPart>
            <SectionPart id="end" title={strings.end.title} lead={strings.end.lead} isWide>
              <DeleteOrg org={org} />
            </SectionPart>
          </>
        ) : null}
      </SectionParts>
    </>
  );
});
