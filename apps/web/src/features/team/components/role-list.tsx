import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { strings } from "@/features/team/strings";

const ROLES = ["member", "admin", "owner"] as const;

export function RoleList() {
  return (
    <>
      <p className="mb-2 font-semibold">{strings.list.roles}</p>
      <dl className="flex flex-col gap-2">
        {ROLES.map((role) => (
          <div key={role}>
            <dt className="font-medium text-ink">{strings.roles[role]}</dt>
            <dd>
              <UnbrokenWords>{strings.invite.roleHints[role]}</UnbrokenWords>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
