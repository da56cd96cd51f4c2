"use client";

import {
  Check,
  ChevronDown,
  CirclePlus,
  CircleSlash,
  CornerUpLeft,
  History,
  type LucideIcon,
  PencilLine,
} from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { SubmitButton } from "@/components/forms/submit-button";
import { buttonClasses } from "@/components/ui/button";
import { DetailsMenu } from "@/components/ui/details-menu";
import { strings as items } from "@/features/items/strings";
import { UNDO_FORM_ID } from "@/features/review/components/undo-form";
import { WithUndoPending } from "@/features/review/components/undo-pending";
import { strings } from "@/features/review/strings";
import type { Decision } from "@/features/review/types";
import { ANSWER_ID } from "@/features/review/viewer/answer-id";
import { classNames } from "@/lib/style/class-names";
import { MENU, MENU_ROW } from "@/lib/style/menu";

/** Without scripts, submitting this form opens the decision form for the pressed button. */
export const MODE_FORM_ID = "decision-mode";

function openAnswer(): void {
  const section = document.getElementById(ANSWER_ID)?.closest("details");
  if (section) section.open = true;
}

const CHOICES: Record<
  Exclude<Decision, "accepted">,
  { Icon: LucideIcon; label: string; keys: string }
> = {
  returned: { Icon: CornerUpLeft, label: strings.return, keys: "R" },
  partial: { Icon: CirclePlus, label: strings.more, keys: "M" },
  waived: { Icon: CircleSlash, label: strings.waive, keys: "W" },
};

const WIDE = "min-h-10 justify-start px-3 max-md:hidden";
const IN_BAR = "min-h-12 min-w-0 grow max-[22.5rem]:px-2 md:hidden";

type ChoicesProps = {
  available: readonly Decision[];
  canUndo: boolean;
  unsentNote: string;
  onChoose: (mode: Decision) => void;
};

function Key({ children }: { children: string }) {
  return (
    <kbd aria-hidden className="ml-auto hidden pointer-fine:inline-block">
      {children}
    </kbd>
  );
}

function Others({ children }: { children: ReactNode }) {
  return (
    <DetailsMenu name="decisions" className="relative">
      <summary
        aria-label={strings.otherDecisions}
        className={buttonClasses(
          "secondary",
          "md",
          "h-full min-h-12 list-none max-[22.5rem]:px-2 [&::-webkit-details-marker]:hidden",
        )}
      >
        {strings.other}
        <ChevronDown aria-hidden className="size-4" />
      </summary>
      <ul className={classNames(MENU, "right-0 bottom-full mb-2")}>{children}</ul>
    </DetailsMenu>
  );
}

export function DecisionChoices({ available, canUndo, unsentNote, onChoose }: ChoicesProps) {
  const modeButton = (mode: Decision) => ({
    type: "submit" as const,
    form: MODE_FORM_ID,
    name: "mode",
    value: mode,
    "data-mode": mode,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      onChoose(mode);
    },
  });
  const toButton = (mode: Exclude<Decision, "accepted">, className: string) => {
    const { Icon, label, keys } = CHOICES[mode];
    return (
      <button
        key={mode}
        {...modeButton(mode)}
        aria-keyshortcuts={keys}
        className={buttonClasses("secondary", "md", className)}
      >
        <Icon aria-hidden className="size-4 text-ink-muted" />
        {label}
        {className === WIDE ? <Key>{keys}</Key> : null}
      </button>
    );
  };
  const toRow = (mode: Decision, label: string) => (
    <li key={mode}>
      <button {...modeButton(mode)} className={MENU_ROW}>
        {label}
      </button>
    </li>
  );
  const accept = (className: string) => (
    <SubmitButton name="decision" value="accepted" aria-keyshortcuts="A" className={className}>
      <Check aria-hidden className="size-4" />
      {strings.accept}
      {className === WIDE ? <Key>A</Key> : null}
    </SubmitButton>
  );
  const canAccept = available.includes("accepted");
  return (
    <div className="grid gap-2">
      {canAccept ? accept(WIDE) : null}
      {(["returned", "partial", "waived"] as const)
        .filter((mode) => available.includes(mode))
        .map((mode) => toButton(mode, WIDE))}
      {canAccept ? (
        <p className="max-md:hidden">
          <button {...modeButton("accepted")} className="link min-h-6 text-xs">
            {strings.acceptWithNote}
          </button>
        </p>
      ) : null}
      {unsentNote ? (
        <p className="line-clamp-3 text-xs break-words text-ink-muted">
          {strings.unsentNoteHint(unsentNote)}
        </p>
      ) : null}
      <div
        data-phone-bar
        data-print="hide"
        className="fixed inset-x-0 bottom-0 z-20 flex gap-2 border-t border-line bg-surface px-4 py-2 md:hidden"
      >
        {canAccept ? (
          <>
            {accept(IN_BAR)}
            {toButton("returned", IN_BAR)}
            <Others>
              {toRow("partial", strings.more)}
              {toRow("waived", strings.waive)}
              {toRow("accepted", strings.acceptWithNote)}
            </Others>
          </>
        ) : null}
        {!canAccept && canUndo ? (
          <>
            <WithUndoPending>
              <SubmitButton variant="secondary" form={UNDO_FORM_ID} className={IN_BAR}>
                <History aria-hidden className="size-4 text-ink-muted" />
                {strings.undoDecision}
              </SubmitButton>
            </WithUndoPending>
            <Others>{toRow("waived", strings.waive)}</Others>
          </>
        ) : null}
        {!canAccept && !canUndo ? (
          <>
            <a
              href={`#${ANSWER_ID}`}
              onClick={openAnswer}
              className={buttonClasses("secondary", "md", IN_BAR)}
            >
              <PencilLine aria-hidden className="size-4 text-ink-muted" />
              {items.onBehalf.open}
            </a>
            <Others>{toRow("waived", strings.waive)}</Others>
          </>
        ) : null}
      </div>
    </div>
  );
}
