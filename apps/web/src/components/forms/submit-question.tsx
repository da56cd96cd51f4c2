"use client";

import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { SubmitButton } from "@/components/forms/submit-button";
import { buttonClasses } from "@/components/ui/button";
import { FormContext } from "@/lib/forms/form-context";
import { ReturnedFocus } from "@/lib/forms/returned-focus";

/**
 * A button that asks for confirmation in a popover, which works without scripts. If the action
 * fails, the popover closes, because the form shows the error behind it.
 */
export function SubmitQuestion({
  id,
  label,
  title,
  className,
  question,
  lead,
  intent,
  submit,
  keep,
  children,
}: {
  /** Unique on the page. */
  id: string;
  /** The accessible name of the button and of the question. */
  label: string;
  title?: string;
  className: string;
  question: string;
  lead: string;
  intent: string;
  submit: string;
  keep: string;
  children: ReactNode;
}) {
  const popover = useRef<HTMLDivElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { failure } = useContext(FormContext);
  useEffect(() => {
    if (failure) popover.current?.hidePopover();
  }, [failure]);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={title}
        className={className}
      >
        {children}
      </button>
      <div
        id={id}
        ref={popover}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          if (newState === "open") keepButton.current?.focus();
        }}
        className="m-auto w-[min(24rem,calc(100vw-2rem))] raised rounded-xl p-5 text-ink backdrop:bg-scrim"
      >
        {isOpen ? <ReturnedFocus within={popover} /> : null}
        <p className="font-heading wrap-anywhere">{question}</p>
        <p className="mt-1 mb-4 text-sm text-ink-muted">{lead}</p>
        <div className="flex flex-wrap gap-2">
          <SubmitButton name="intent" value={intent} variant="danger">
            {submit}
          </SubmitButton>
          <button
            ref={keepButton}
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            className={buttonClasses("secondary")}
          >
            {keep}
          </button>
        </div>
      </div>
    </>
  );
}
