import { FileRow } from "@/features/files/components/file-row";
import { strings as fileStrings } from "@/features/files/strings";
import { liveFiles } from "@/features/items/selectors";
import { strings } from "@/features/items/strings";
import type { Submission } from "@/features/items/types";
import { formatDate } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";

export function ContactAnswer({
  submission,
  showFingerprints = false,
}: {
  submission: Submission;
  showFingerprints?: boolean;
}) {
  const { answer, notApplicable: isNotApplicable, clientNote: note } = submission;
  const files = liveFiles(submission);
  return (
    <div className="flex flex-col gap-2">
      {isNotApplicable ? <p className="font-medium">{strings.item.notApplicableShort}</p> : null}
      {!isNotApplicable && answer?.text ? (
        <p className="whitespace-pre-wrap">{answer.text}</p>
      ) : null}
      {!isNotApplicable && answer?.date ? <p>{formatDate(answer.date)}</p> : null}
      {!isNotApplicable && answer?.choices?.length === 1 ? <p>{answer.choices[0]}</p> : null}
      {!isNotApplicable && answer?.choices && answer.choices.length > 1 ? (
        <ul className="list-disc pl-5">
          {answer.choices.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      ) : null}
      {files.length > 0 ? (
        <ul
          className={classNames(
            showFingerprints ? null : "divide-y divide-line",
            "*:px-0 *:first:pt-0 *:last:pb-0",
          )}
        >
          {files.map((file) => (
            <FileRow key={file.id} file={file} showWholeFingerprint={showFingerprints} />
          ))}
        </ul>
      ) : null}
      {/* A receipt shows fingerprints, and says once for all items that files are not scanned. */}
      {files.length > 0 && !showFingerprints ? (
        <p className="text-sm text-ink-muted">{fileStrings.unscanned}</p>
      ) : null}
      {note ? (
        <p className="text-sm whitespace-pre-wrap text-ink-muted">
          <span className="font-medium">{strings.item.yourNote}: </span>
          {note}
        </p>
      ) : null}
    </div>
  );
}
