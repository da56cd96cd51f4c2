import { Ellipsis, ShieldAlert, ShieldCheck } from "lucide-react";
import { ButtonLink, buttonClasses } from "@/components/ui/button";
import { DetailsMenu } from "@/components/ui/details-menu";
import { Monogram } from "@/components/ui/monogram";
import { Status } from "@/components/ui/status";
import { ResetFactors } from "@/features/team/components/reset-factors";
import { powersOver } from "@/features/team/permissions";
import { strings } from "@/features/team/strings";
import type { Member, Role } from "@/features/team/types";
import { classNames } from "@/lib/style/class-names";
import { MENU, MORE_BUTTON } from "@/lib/style/menu";

const texts = strings.security;

export function MemberFactors({
  orgId,
  members,
  viewer,
}: {
  orgId: string;
  members: readonly Member[];
  viewer: { userId: string; role: Role };
}) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {members.map((member) => (
        <li key={member.userId} className="py-3 first:pt-0 last:pb-0">
          <div className="grid min-h-8 grid-cols-[auto_minmax(0,1fr)_4.5rem] items-center gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)_9.25rem_4.5rem]">
            <Monogram
              id={member.userId}
              name={member.name}
              shape="person"
              imageUrl={member.avatarUrl}
              className="max-sm:row-span-2"
            />
            <p className="font-medium wrap-anywhere">{member.name}</p>
            <Status
              tone={member.factors > 0 ? "success" : "warning"}
              icon={member.factors > 0 ? ShieldCheck : ShieldAlert}
              className="max-sm:col-start-2"
            >
              {member.factors > 0 ? texts.factors(member.factors) : texts.none}
            </Status>
            {member.userId === viewer.userId && member.factors === 0 ? (
              <ButtonLink
                href="/account/security"
                variant="secondary"
                className="justify-self-end max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1"
              >
                {texts.setUp}
              </ButtonLink>
            ) : null}
            {powersOver(viewer, member, members).canResetFactors ? (
              <DetailsMenu
                name="member"
                className="relative justify-self-end max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1"
              >
                <summary
                  aria-label={texts.actions(member.name)}
                  title={texts.actions(member.name)}
                  className={buttonClasses("quiet", "md", MORE_BUTTON)}
                >
                  <Ellipsis aria-hidden className="size-4" />
                </summary>
                <div className={classNames(MENU, "right-0")}>
                  <ResetFactors orgId={orgId} member={member} />
                </div>
              </DetailsMenu>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
