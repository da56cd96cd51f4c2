import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { SectionHeader } from "@/components/ui/section-header";
import { DeleteOrgForm } from "@/features/orgs/components/delete-org-form";
import { GeneralForm } from "@/features/orgs/components/general-form";
import { RetentionForm } from "@/features/orgs/components/retention-form";
import { SettingsSection } from "@/features/orgs/components/settings-section";
import { loadOrgSettings } from "@/features/orgs/loaders";
import { strings } from "@/features/orgs/strings";
import { listTimeZones } from "@/lib/format/time-zones";

export const metadata: Metadata = { title: strings.general.title };

export default guarded(async function GeneralPage({
  params,
}: PageProps<"/o/[org]/settings/general">) {
  const org = await loadOrgSettings((await params).org);
  return (
    <>
      <SectionHeader title={strings.general.title} lead={strings.general.lead} />
      <div className="flex flex-col gap-6">
        <SettingsSection id="profile" title={strings.general.profile}>
          <GeneralForm org={org} zones={listTimeZones(new Date())} />
        </SettingsSection>
        {org.role === "owner" ? (
          <>
            <SettingsSection
              id="retention"
              title={strings.retention.title}
              lead={strings.retention.lead}
            >
              <RetentionForm org={org} />
            </SettingsSection>
            <SettingsSection id="end" title={strings.end.title} lead={strings.end.lead}>
              <DeleteOrgForm org={org} />
            </SettingsSection>
          </>
        ) : null}
      </div>
    </>
  );
});
