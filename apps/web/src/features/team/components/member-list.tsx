import { Ban } from "lucide-react";
import { Status } from "@/components/ui/status";
import { MemberActions } from "@/features/team/components/member-actions";
import { MemberRow } from "@/features/team/components/member-row";
import { RoleBadge } from "@/features/team/components/role-badge";
import { hasActions, powersOver } from "@/features/team/permissions";
import { strings } from "@/features/team/strings";
import type { Member, Role } from "@/features/team/types";

export function MemberList({
  orgId,
  members,
  viewer,
}: {
  orgId: string;
  members: readonly Member[];
  viewer: { userId: string; role: Role };
}) {
  return (
    <ul className="-mt-3 flex flex-col divide-y divide-line">
      {members.map((member) => {
        const powers = powersOver(viewer, member, members);
        return (
          <li key={member.userId} className="relative py-3">
            <MemberRow
              id={member.userId}
              name={member.name}
              button={hasActions(powers) ? "more" : "none"}
              imageUrl={member.avatarUrl}
              mark={
                powers.isSelf ? (
                  <span className="font-normal whitespace-pre text-ink-muted">
                    {" "}
                    ({strings.list.you})
                  </span>
                ) : null
              }
              detail={member.email}
            >
              <RoleBadge role={member.role} />
              {member.status === "suspended" ? (
                <Status tone="warning" icon={Ban}>
                  {strings.status.suspended}
                </Status>
              ) : null}
            </MemberRow>
            <MemberActions orgId={orgId} member={member} powers={powers} />
          </li>
        );
      })}
    </ul>
  );
}
