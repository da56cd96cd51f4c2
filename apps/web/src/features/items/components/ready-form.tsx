"use client";

import { CircleArrowUp } from "lucide-react";
import { PlainForm } from "@/components/forms/plain-form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Banner } from "@/components/ui/banner";
import { type ButtonVariant, CONTACT_BUTTON } from "@/components/ui/button";
import { sendReady } from "@/features/items/actions";

type Texts = Record<"label" | "title" | "lead" | "send", string>;

/** The page passes the texts, so that the browser loads only the texts of this form. */
export function ReadyForm({
  answers,
  hasTitles,
  variant,
  texts,
}: {
  /** `value` identifies the answer for the action. */
  answers: readonly { value: string; title: string }[];
  hasTitles: boolean;
  variant: ButtonVariant;
  texts: Texts;
}) {
  return (
    <PlainForm action={sendReady} className="not-has-[button,[role]]:hidden" label={texts.label}>
      {(state) =>
        answers.length > 0 ? (
          <div className="flex flex-col gap-3 rounded-xl border border-warning/30 bg-warning-soft p-3.5 print:hidden">
            <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2.5 text-md">
              <CircleArrowUp aria-hidden className="mt-px size-5 text-warning-mark" />
              <div>
                <p>
                  <span className="font-semibold">{texts.title}</span> {texts.lead}
                </p>
                {hasTitles ? (
                  <ul className="mt-1 list-disc pl-5">
                    {answers.map(({ value, title }) => (
                      <li key={value} dir="auto">
                        {title}
                      </li>
                    ))}
                  </ul>
                ) : null}
              </div>
            </div>
            {answers.map(({ value }) => (
              <input key={value} type="hidden" name="ready" value={value} />
            ))}
            <SubmitButton variant={variant} className={CONTACT_BUTTON}>
              {texts.send}
            </SubmitButton>
          </div>
        ) : state?.ok && state.message ? (
          // If all answers are sent, the page already says so. This message is then only for screen
          // readers.
          <div className="in-[main:has([data-all-sent])]:sr-only">
            <Banner tone="success" live>
              {state.message}
            </Banner>
          </div>
        ) : null
      }
    </PlainForm>
  );
}
