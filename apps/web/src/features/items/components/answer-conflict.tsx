import { VersionConflict } from "@/components/forms/version-conflict";
import type { HeldAnswer } from "@/features/items/hooks";

/** Why an answer is not saved by itself any more: what is stored now, beside the own one. */
export function AnswerConflict({ held }: { held: HeldAnswer }) {
  return (
    <div role="alert" className="rounded-lg border border-danger/40 bg-danger-soft p-4">
      <p className="font-medium">{held.message}</p>
      <VersionConflict versions={held.versions} />
    </div>
  );
}
