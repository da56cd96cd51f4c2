import { Check, CloudAlert, LoaderCircle, PencilLine } from "lucide-react";
import type { SaveState } from "@/features/requests/hooks";
import { composer } from "@/features/requests/strings";

const STATES = {
  saved: { icon: Check, text: composer.saved },
  unsaved: { icon: PencilLine, text: composer.notSaved },
  saving: { icon: LoaderCircle, text: composer.saving },
  failed: { icon: CloudAlert, text: composer.saveFailed },
} as const;

/** Whether what was typed is stored; announced only when it fails. */
export function SaveStatus({ state, message }: { state: SaveState; message?: string | undefined }) {
  const { icon: Icon, text } = STATES[state];
  return (
    <p
      role={state === "failed" ? "alert" : undefined}
      className="flex items-center gap-1.5 text-sm text-ink-muted"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {state === "failed" && message ? message : text}
    </p>
  );
}
