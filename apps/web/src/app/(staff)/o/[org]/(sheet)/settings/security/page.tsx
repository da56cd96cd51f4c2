import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { SectionHeader } from "@/components/ui/section-header";
import { EmailLimits } from "@/features/email-budget/components/email-limits";
import { loadEmailBudget } from "@/features/email-budget/loaders";
import { strings as emailStrings } from "@/features/email-budget/strings";
import { SettingsSection } from "@/features/orgs/components/settings-section";
import { loadOrgSettings } from "@/features/orgs/loaders";
import { MemberFactors } from "@/features/team/components/member-factors";
import { MfaPolicyForm } from "@/features/team/components/mfa-policy-form";
import { loadMembers } from "@/features/team/loaders";
import { strings } from "@/features/team/strings";

export const metadata: Metadata = { title: strings.security.title };

export default guarded(async function SecurityPage({
  params,
}: PageProps<"/o/[org]/settings/security">) {
  const { org: slug } = await params;
  const [settings, { org, members, viewer }, budget] = await Promise.all([
    loadOrgSettings(slug),
    loadMembers(slug),
    loadEmailBudget(slug),
  ]);
  return (
    <>
      <SectionHeader title={strings.security.title} lead={strings.security.lead} />
      <div className="flex flex-col gap-6">
        <SettingsSection id="policy" title={strings.security.policy}>
          <MfaPolicyForm orgId={org.id} isRequired={settings.requireMfa} />
        </SettingsSection>
        <SettingsSection id="factors" title={strings.security.who} lead={strings.security.two}>
          <MemberFactors orgId={org.id} members={members} viewer={viewer} />
        </SettingsSection>
        <SettingsSection
          id="email-limits"
          title={emailStrings.limits.title}
          lead={emailStrings.limits.lead}
        >
          <EmailLimits budget={budget} />
        </SettingsSection>
      </div>
    </>
  );
});
