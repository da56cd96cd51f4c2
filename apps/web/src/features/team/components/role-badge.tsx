import { Crown, type LucideIcon, ShieldCheck, User } from "lucide-react";
import { Status } from "@/components/ui/status";
import { strings } from "@/features/team/strings";
import type { Role } from "@/features/team/types";

const ICONS: Record<Role, LucideIcon> = { owner: Crown, admin: ShieldCheck, member: User };

export function RoleBadge({ role }: { role: Role }) {
  return <Status icon={ICONS[role]}>{strings.roles[role]}</Status>;
}
