import { Archive, Ban, CircleCheck, CircleDot, PencilLine } from "lucide-react";
import { Status, type StatusLook } from "@/components/ui/status";
import { requestStatus } from "@/features/requests/strings";
import type { RequestStatus } from "@/features/requests/types";

const REQUEST: Record<RequestStatus, StatusLook> = {
  draft: { tone: "neutral", icon: PencilLine },
  open: { tone: "accent", icon: CircleDot },
  complete: { tone: "success", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: Ban },
  archived: { tone: "neutral", icon: Archive },
};

export function RequestBadge({
  status,
  isPill = false,
}: {
  status: RequestStatus;
  isPill?: boolean;
}) {
  return (
    <Status {...REQUEST[status]} isPill={isPill}>
      {requestStatus[status]}
    </Status>
  );
}
