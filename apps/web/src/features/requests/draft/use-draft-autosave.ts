"use client";

import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useState } from "react";
import { autosaveDraft } from "@/features/requests/draft/actions";
import { fingerprintOfDraft } from "@/features/requests/draft/clean";
import type { DraftStart } from "@/features/requests/draft/storage";
import { readDraft } from "@/features/requests/schema";
import type { DraftMerge, DraftSaved } from "@/features/requests/types";
import { type Adopted, type AutosaveState, createAutosave } from "@/lib/drafts/autosave";
import type { DraftSlot } from "@/lib/drafts/draft-storage";
import { toDraftFields } from "@/lib/drafts/form-values";
import { useBeforeUnload } from "@/lib/drafts/use-before-unload";
import { toCallFailure } from "@/lib/forms/call-failure";

/** The functions must not change between renders. */
type DraftForm = {
  openSlot: () => DraftSlot;
  start: DraftStart;
  read: () => FormData | null;
  stamp: (fields: FormData) => FormData;
  onSaved: (saved: DraftSaved, fields: FormData) => Adopted<DraftMerge>;
};

export function useDraftAutosave({ openSlot, start, read, stamp, onSaved }: DraftForm) {
  const router = useRouter();
  const [state, onState] = useState<AutosaveState<DraftMerge>>({
    phase: start.isUnsaved ? "unsaved" : "saved",
    failure: null,
    conflict: null,
  });
  const [autosave] = useState(() =>
    createAutosave<FormData, DraftSaved, DraftMerge>({
      read,
      toFields: toDraftFields,
      fingerprint: (form) => fingerprintOfDraft(readDraft(form)),
      send: (form) => autosaveDraft(form).catch(toCallFailure),
      restamp: stamp,
      onSaved,
      onState,
    }),
  );
  useEffect(() => {
    autosave.start({ slot: openSlot(), seen: start.seen, isUnsaved: start.isUnsaved });
    return autosave.stop;
  }, [autosave, openSlot, start]);
  // Do not warn the user after the session has ended, because the tab keeps the draft for the next
  // sign-in.
  useBeforeUnload(
    () => autosave.isUnsaved() && autosave.state().failure?.code !== "session_expired",
  );
  // Use a layout effect, because its cleanup can still read the form. The refresh empties the
  // router's cache, so that Back and Forward show the saved draft.
  useLayoutEffect(
    () => () =>
      void autosave.leave().then((hasSaved) => {
        if (hasSaved && navigator.onLine) router.refresh();
      }),
    [autosave, router],
  );
  return { ...autosave, shown: state };
}
