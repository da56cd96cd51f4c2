import { Ban } from "lucide-react";
import { Monogram } from "@/components/ui/monogram";
import { Status } from "@/components/ui/status";
import { MemberActions } from "@/features/team/components/member-actions";
import { RoleBadge } from "@/features/team/components/role-badge";
import { powersOver } from "@/features/team/permissions";
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
    <ul className="flex flex-col divide-y divide-line">
      {members.map((member) => {
        const powers = powersOver(viewer, member, members);
        return (
          <li key={member.userId} className="py-4 first:pt-0 last:pb-0">
            <div className="flex gap-3">
              <Monogram
                id={member.userId}
                name={member.name}
                shape="person"
                size={40}
                imageUrl={member.avatarUrl}
              />
              <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
                <p className="font-medium">{member.name}</p>
                {powers.isSelf ? (
                  <p className="text-sm text-ink-muted">({strings.list.you})</p>
                ) : null}
                <RoleBadge role={member.role} />
                {member.status === "suspended" ? (
                  <Status tone="warning" icon={Ban}>
                    {strings.status.suspended}
                  </Status>
                ) : null}
                <p className="w-full text-sm break-all text-ink-muted">{member.email}</p>
              </div>
            </div>
            <div className="sm:pl-13">
              <MemberActions orgId={orgId} member={member} powers={powers} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
