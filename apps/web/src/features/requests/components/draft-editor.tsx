"use client";

import { useEffect, useRef, useState } from "react";
import { type Composer, DraftForm, type Standing } from "@/features/requests/components/draft-form";
import { toDraft } from "@/features/requests/draft/compare";
import { startFromStored, startFromTab } from "@/features/requests/draft/storage";
import type { Request } from "@/features/requests/types";
import { draftKey } from "@/lib/drafts/draft-storage";
import { openTabDraft } from "@/lib/drafts/tab-draft";

const storedIn = (request: Request) => startFromStored(toDraft(request), request.version);

/**
 * The composer of a draft: shows what is stored, and over it what this tab kept of words that could
 * not be saved, for the same person.
 */
export function DraftEditor({
  userId,
  request,
  ...rest
}: Omit<Composer, "storageKey" | "requestId" | "clientId"> & {
  userId: string;
  request: Request;
}) {
  const storageKey = draftKey(userId, request.id);
  const [shown, setShown] = useState(() => ({ no: 0, beginning: storedIn(request) }));
  const standing = useRef<Standing>(undefined);
  const newest = useRef(request);
  newest.current = request;

  useEffect(() => {
    const slot = openTabDraft(userId, request.id);
    const beginning = startFromTab(slot, storedIn(newest.current));
    if (beginning) setShown(({ no }) => ({ no: no + 1, beginning }));
    else standing.current?.saveTyped();
  }, [userId, request.id]);

  // Back may show the page as it was before the last save; what is stored comes right after.
  useEffect(() => {
    const { version, hasUnsaved } = standing.current ?? {};
    if (version === undefined || request.version <= version || hasUnsaved?.()) return;
    setShown(({ no }) => ({ no: no + 1, beginning: storedIn(request) }));
  }, [request]);

  return (
    <DraftForm
      key={shown.no}
      {...rest}
      storageKey={storageKey}
      requestId={request.id}
      clientId={request.client.id}
      beginning={shown.beginning}
      standing={standing}
    />
  );
}
