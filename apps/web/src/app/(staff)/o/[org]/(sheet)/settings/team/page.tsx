import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { OutlivedError } from "@/components/forms/outlived-error";
import { SectionHeader } from "@/components/ui/section-header";
import { SectionPart, SectionParts } from "@/components/ui/sectioned-page";
import { BudgetBanner } from "@/features/email-budget/components/budget-banner";
import { loadEmailBudget } from "@/features/email-budget/loaders";
import { InvitationList } from "@/features/team/components/invitation-list";
import { InviteForm } from "@/features/team/components/invite-form";
import { MemberList } from "@/features/team/components/member-list";
import { RoleList } from "@/features/team/components/role-list";
import { loadTeam } from "@/features/team/loaders";
import { strings } from "@/features/team/strings";
import { dateInZone } from "@/lib/format/format";

export const metadata: Metadata = { title: strings.list.title };

export default guarded(async function TeamPage({ params }: PageProps<"/o/[org]/settings/team">) {
  const { org: slug } = await params;
  const [{ org, members, viewer, invitations }, budget] = await Promise.all([
    loadTeam(slug),
    loadEmailBudget(slug),
  ]);
  return (
    <>
      <SectionHeader title={strings.list.title} lead={strings.list.lead} />
      <SectionParts>
        <SectionPart
          id="members"
          title={strings.list.members}
          aside={<RoleList />}
          asideClassName="max-side:hidden"
        >
          <OutlivedError>
            <MemberList orgId={org.id} members={members} viewer={viewer} />
          </OutlivedError>
        </SectionPart>
        <SectionPart id="invitations" title={strings.invitations.title}>
          <BudgetBanner budget={budget} of="invitations" />
          <OutlivedError>
            <InvitationList
              orgId={org.id}
              invitations={invitations}
              timeZone={org.timeZone}
              today={dateInZone(new Date(), org.timeZone)}
            />
          </OutlivedError>
        </SectionPart>
        <SectionPart
          id="invite-someone"
          title={strings.invite.title}
          explanation={strings.invite.lead}
        >
          <InviteForm orgId={org.id} viewer={viewer.role} />
        </SectionPart>
        {/* On narrow screens, the roles come last, so that they do not separate members from
            invitations. */}
        <div className="text-xs text-ink-muted side:hidden *:max-w-140">
          <RoleList />
        </div>
      </SectionParts>
    </>
  );
});
