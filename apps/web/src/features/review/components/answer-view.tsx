import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { formatDate } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";

function Choices({ chosen, offered }: { chosen: readonly string[]; offered: readonly string[] }) {
  const all = [...offered, ...chosen.filter((choice) => !offered.includes(choice))];
  return (
    <ul className="grid max-w-text gap-0.5">
      {all.map((choice) => {
        const isChosen = chosen.includes(choice);
        return (
          <li
            key={choice}
            className={classNames(
              "flex min-h-8 items-start gap-2 rounded-md px-2.5 py-1 break-words",
              isChosen ? "bg-accent-soft font-semibold" : "text-ink-subtle",
            )}
          >
            <span
              aria-hidden
              className={classNames(
                "mt-1 size-4 shrink-0 rounded-full",
                isChosen ? "border-[5px] border-accent" : "border-[1.5px] border-line-strong",
              )}
            />
            <span dir="auto" className="min-w-0">
              {choice}
            </span>
            {isChosen ? null : <span className="sr-only"> ({strings.notChosen})</span>}
          </li>
        );
      })}
    </ul>
  );
}

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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Keyboard users must be able to scroll a long answer.
      tabIndex={0}
      className="mb-4 min-h-0 overflow-y-auto rounded-lg border border-line bg-surface p-5 text-base side:p-6"
    >
      <h2 className="mb-2 text-2xs font-semibold text-ink-subtle">
        {notApplicable ? strings.notApplicable : strings.answer}
      </h2>
      {notApplicable && clientNote ? (
        <blockquote
          dir="auto"
          className="max-w-text border-l-2 border-line-strong pl-3 break-words whitespace-pre-wrap"
        >
          {clientNote}
        </blockquote>
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
