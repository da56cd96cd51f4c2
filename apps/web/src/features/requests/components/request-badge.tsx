import { Archive, Ban, CircleCheck, CircleDot, type LucideIcon, PencilLine } from "lucide-react";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { requestStatus } from "@/features/requests/strings";
import type { RequestStatus } from "@/features/requests/types";

const REQUEST: Record<RequestStatus, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: "neutral", icon: PencilLine },
  open: { tone: "accent", icon: CircleDot },
  complete: { tone: "success", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: Ban },
  archived: { tone: "neutral", icon: Archive },
};

export function RequestBadge({ status }: { status: RequestStatus }) {
  return <StatusBadge {...REQUEST[status]}>{requestStatus[status]}</StatusBadge>;
}
