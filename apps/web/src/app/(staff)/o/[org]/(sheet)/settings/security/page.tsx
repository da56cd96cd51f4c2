import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { SectionHeader } from "@/components/ui/section-header";
import { SectionPart, SectionParts } from "@/components/ui/sectioned-page";
import { EmailLimits } from "@/features/email-budget/components/email-limits";
import { loadEmailBudget } from "@/features/email-budget/loaders";
import { strings as emailStrings } from "@/features/email-budget/strings";
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
      <SectionParts>
        <SectionPart
          id="policy"
          title={strings.security.policy}
          explanation={strings.security.requireHint}
        >
          <MfaPolicyForm orgId={org.id} isRequired={settings.requireMfa} />
        </SectionPart>
        <SectionPart id="factors" title={strings.security.who} explanation={strings.security.two}>
          <MemberFactors orgId={org.id} members={members} viewer={viewer} />
        </SectionPart>
        <SectionPart
          id="email-limits"
          title={emailStrings.limits.title}
          explanation={emailStrings.limits.lead}
        >
          <EmailLimits budget={budget} />
        </SectionPart>
      </SectionParts>
    </>
  );
});
