import type { Act, RequestStatus } from "@/features/requests/types";

/** What staff can do with a request in each status, the most serious last. */
const ACTS: Record<RequestStatus, readonly Act[]> = {
  draft: [],
  open: ["complete", "cancel"],
  complete: ["reopen"],
  cancelled: [],
  archived: [],
};

export function actsOf({ status }: { status: RequestStatus }): readonly Act[] {
  return ACTS[status];
}

/** Reads an act from the URL. Returns undefined if the request does not offer it. */
export function toAct(
  value: string | undefined,
  request: { status: RequestStatus },
): Act | undefined {
  return actsOf(request).find((act) => act === value);
}

export function canArchive({ status }: { status: RequestStatus }): boolean {
  return status === "complete" || status === "cancelled";
}
