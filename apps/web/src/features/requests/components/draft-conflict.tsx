import { VersionConflict } from "@/components/forms/version-conflict";
import { Button } from "@/components/ui/button";
import type { HeldDraft } from "@/features/requests/hooks";
import { composer } from "@/features/requests/strings";

/** Where both versions of a draft stand; the way to it is shown beside the buttons. */
export const CONFLICT_ID = "draft-conflict";

/** Why a draft is not saved by itself any more: what is stored now, beside the own words. */
export function DraftConflict({
  held,
  onKeep,
  onTake,
}: {
  held: HeldDraft;
  /** Puts the own words in place of the stored ones. */
  onKeep: () => void;
  /** Shows the stored words instead of the own ones. */
  onTake: () => void;
}) {
  return (
    <div
      id={CONFLICT_ID}
      role="alert"
      tabIndex={-1}
      className="scroll-mt-6 rounded-lg border border-danger/40 bg-danger-soft p-4"
    >
      <p className="font-medium">{held.message}</p>
      <VersionConflict versions={held.versions} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="button" variant="secondary" onClick={onKeep}>
          {composer.keepMine}
        </Button>
        <Button type="button" variant="quiet" onClick={onTake}>
          {composer.takeStored}
        </Button>
      </div>
    </div>
  );
}
