import { TextArea } from "@/components/ui/text-area";
import { strings } from "@/features/review/strings";

/** What was written for a decision that somebody else took meanwhile, to be copied. */
export function LeftNote({ id, note, isSaid }: { id: string; note: string; isSaid: boolean }) {
  if (note.trim() === "") return null;
  return (
    <div role="status" className="flex flex-col gap-3">
      {isSaid ? null : <p className="font-medium">{strings.stale}</p>}
      <TextArea id={id} label={strings.leftNote} value={note} rows={3} readOnly />
    </div>
  );
}
