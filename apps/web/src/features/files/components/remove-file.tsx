import { Trash2 } from "lucide-react";
import { useContext, useEffect, useRef } from "react";
import { SubmitButton } from "@/components/forms/submit-button";
import { buttonClasses } from "@/components/ui/button";
import { strings } from "@/features/files/strings";
import { FormContext } from "@/lib/forms/form-context";

const OPENER = buttonClasses("quiet", "md", "min-w-11 px-2");

/**
 * Removes a file from the answer. Asks first, because the removal deletes the file's bytes, and
 * another person may have added the file. The question is a popover, which needs no scripts. If the
 * removal fails, the question closes, because the form shows the error behind it.
 */
export function RemoveFile({ file }: { file: { id: string; name: string } }) {
  const id = `remove-${file.id}`;
  const label = strings.removeNamed(file.name);
  const question = useRef<HTMLDivElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const { failure } = useContext(FormContext);
  useEffect(() => {
    if (failure) question.current?.hidePopover();
  }, [failure]);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={strings.remove}
        className={OPENER}
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
      <div
        id={id}
        ref={question}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={({ newState }) => {
          if (newState === "open") keep.current?.focus();
        }}
        className="m-auto w-[min(24rem,calc(100vw-2rem))] raised rounded-xl p-5 text-ink backdrop:bg-scrim"
      >
        <p className="font-heading wrap-anywhere">{strings.removeQuestion(file.name)}</p>
        <p className="mt-1 mb-4 text-sm text-ink-muted">{strings.removeLead}</p>
        <div className="flex flex-wrap gap-2">
          <SubmitButton name="intent" value={`remove:${file.id}`} variant="danger">
            {strings.removeFile}
          </SubmitButton>
          <button
            ref={keep}
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            className={buttonClasses("secondary")}
          >
            {strings.keepFile}
          </button>
        </div>
      </div>
    </>
  );
}
