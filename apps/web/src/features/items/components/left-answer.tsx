import { TextArea } from "@/components/ui/text-area";
import { strings } from "@/features/items/strings";

/** What was being written. */
export type LeftTexts = { answer?: string | undefined; note?: string | undefined };

/** What was being written for an item when it closed, to be copied. */
export function LeftAnswer({ texts, isSaid }: { texts: LeftTexts; isSaid: boolean }) {
  const answer = texts.answer?.trim() ? texts.answer : undefined;
  const note = texts.note?.trim() ? texts.note : undefined;
  if (!answer && !note) return null;
  return (
    <div role="status" data-left className="flex flex-col gap-3">
      {isSaid ? null : <p className="font-medium">{strings.left.closed}</p>}
      {answer ? (
        <TextArea id="left-answer" label={strings.left.answer} value={answer} rows={5} readOnly />
      ) : null}
      {note ? (
        <TextArea id="left-note" label={strings.left.note} value={note} rows={2} readOnly />
      ) : null}
    </div>
  );
}
