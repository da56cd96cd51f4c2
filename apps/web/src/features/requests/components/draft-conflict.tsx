import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { composer } from "@/features/requests/strings";
import type { DraftConflictRow, DraftMerge } from "@/features/requests/types";

function Value({ label, value }: { label: string; value: string }) {
  return (
    <p className="min-w-0 wrap-anywhere whitespace-pre-line">
      <span className="text-ink-muted">{label}: </span>
      {value || composer.empty}
    </p>
  );
}

export function DraftConflict({
  merge,
  onKeep,
  onTake,
}: {
  merge: DraftMerge;
  onKeep: (path: string) => void;
  onTake: (path: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="max-h-[60dvh] grow basis-full overflow-y-auto rounded-lg border border-danger/30 bg-danger-soft p-4 text-sm"
    >
      <p className="text-base font-medium">{merge.message}</p>
      <p>{composer.chooseVersion}</p>
      {merge.conflicts.map((conflict) => (
        <Conflict key={conflict.path} conflict={conflict} onKeep={onKeep} onTake={onTake} />
      ))}
    </div>
  );
}

function Conflict({
  conflict: { path, label, theirs, mine },
  onKeep,
  onTake,
}: {
  conflict: DraftConflictRow;
  onKeep: (path: string) => void;
  onTake: (path: string) => void;
}) {
  return (
    <fieldset className="mt-3 flex flex-col gap-1">
      <legend className="font-medium">{label}</legend>
      <Value label={composer.savedVersion} value={theirs} />
      <Value label={composer.myVersion} value={mine} />
      <div className="mt-1 flex flex-wrap gap-3">
        <Button type="button" variant="secondary" onClick={() => onKeep(path)}>
          {composer.keepMine}
        </Button>
        <Button type="button" variant="secondary" onClick={() => onTake(path)}>
          {composer.takeStored}
        </Button>
      </div>
    </fieldset>
  );
}
