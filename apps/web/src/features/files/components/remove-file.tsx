import { Trash2 } from "lucide-react";
import { SubmitQuestion } from "@/components/forms/submit-question";
import { buttonClasses } from "@/components/ui/button";
import { strings } from "@/features/files/strings";

const OPENER = buttonClasses("quiet", "md", "min-w-11 px-2");

/**
 * Asks for confirmation, because the removal deletes the file, and another person may have added
 * it.
 */
export function RemoveFile({ file }: { file: { id: string; name: string } }) {
  return (
    <SubmitQuestion
      id={`remove-${file.id}`}
      label={strings.removeNamed(file.name)}
      title={strings.remove}
      className={OPENER}
      question={strings.removeQuestion(file.name)}
      lead={strings.removeLead}
      intent={`remove:${file.id}`}
      submit={strings.removeFile}
      keep={strings.keepFile}
    >
      <Trash2 aria-hidden className="size-5" />
    </SubmitQuestion>
  );
}
