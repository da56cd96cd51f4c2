import { CircleCheck, CircleDashed } from "lucide-react";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { classNames } from "@/lib/class-names";
import { formatDate } from "@/lib/format/format";

function Choices({ chosen, offered }: { chosen: readonly string[]; offered: readonly string[] }) {
  const all = [...offered, ...chosen.filter((choice) => !offered.includes(choice))];
  return (
    <ul className="grid gap-2">
      {all.map((choice) => {
        const isChosen = chosen.includes(choice);
        const Icon = isChosen ? CircleCheck : CircleDashed;
        return (
          <li
            key={choice}
            className={classNames(
              "flex items-start gap-2",
              isChosen ? "font-semibold" : "text-ink-subtle",
            )}
          >
            <Icon
              aria-hidden
              className={classNames("mt-1 size-4 shrink-0", isChosen && "text-success-mark")}
            />
            <span dir="auto">{choice}</span>
            {isChosen ? null : <span className="sr-only">({strings.notChosen})</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** An answer without files: a text, a choice, a date, or the reason why the item does not apply. */
export function AnswerView({
  submission: { answer, notApplicable, clientNote },
  choices,
}: {
  submission: ReviewSubmission;
  choices: readonly string[];
}) {
  const text = answer?.text ?? (answer?.date ? formatDate(answer.date) : "");
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
      tabIndex={0}
      className="min-h-0 overflow-y-auto rounded-lg border border-line bg-surface p-5 text-base side:p-6"
    >
      <h2 className="mb-2 text-2xs font-semibold text-ink-subtle">
        {notApplicable ? strings.notApplicable : strings.answer}
      </h2>
      {notApplicable ? (
        <p dir="auto" className="max-w-text break-words whitespace-pre-wrap">
          {clientNote}
        </p>
      ) : null}
      {!notApplicable && answer?.choices ? (
        <Choices chosen={answer.choices} offered={choices} />
      ) : null}
      {!notApplicable && text ? (
        <p dir="auto" className="max-w-text break-words whitespace-pre-wrap">
          {text}
        </p>
      ) : null}
      {!notApplicable && !answer ? <p className="text-ink-muted">{strings.noFiles}</p> : null}
    </div>
  );
}
