"use client";

import { useEffect, useRef, useState } from "react";
import {
  type Composer,
  DraftForm,
  type DraftFormHandle,
} from "@/features/requests/components/draft-form";
import { toDraft } from "@/features/requests/draft/compare";
import { startFromStored, startFromTab } from "@/features/requests/draft/storage";
import type { Request } from "@/features/requests/types";
import { openTabDraft } from "@/lib/drafts/tab-draft";

const startOf = (request: Request) => startFromStored(toDraft(request), request.version);

export function DraftEditor({
  userId,
  request,
  ...rest
}: Omit<Composer, "requestId"> & { request: Request }) {
  const [shown, setShown] = useState(() => ({ no: 0, start: startOf(request) }));
  const handle = useRef<DraftFormHandle>(undefined);
  const newest = useRef(request);
  newest.current = request;

  useEffect(() => {
    const slot = openTabDraft(userId, request.id);
    const start = startFromTab(slot, startOf(newest.current));
    if (start) setShown(({ no }) => ({ no: no + 1, start }));
    else handle.current?.saveEarlyInput();
  }, [userId, request.id]);

  // After the user goes back, the page may first show an older draft from the router's cache.
  useEffect(() => {
    const { version, hasUnsaved } = handle.current ?? {};
    if (version === undefined || request.version <= version || hasUnsaved?.()) return;
    setShown(({ no }) => ({ no: no + 1, start: startOf(request) }));
  }, [request]);

  return (
    <DraftForm
      key={shown.no}
      {...rest}
      userId={userId}
      requestId={request.id}
      start={shown.start}
      handle={handle}
    />
  );
}
