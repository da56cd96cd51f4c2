import { type ReactNode, useContext } from "react";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { AnswerConflict } from "@/features/items/components/answer-conflict";
import { Autosave } from "@/features/items/components/autosave";
import {
  Applicable,
  NotApplicable,
  NotApplicableBox,
  StaffNotApplicable,
} from "@/features/items/components/not-applicable";
import { SendBar } from "@/features/items/components/send-bar";
import { type Arrivals, SubmitAnswer } from "@/features/items/components/submit-answer";
import { SubmitLater } from "@/features/items/components/submit-later";
import type { useAnswerDraft } from "@/features/items/draft/use-answer-draft";
import { useSubmitLater } from "@/features/items/draft/use-submit-later";
import { strings } from "@/features/items/strings";
import type { AnsweredItem, AnswerStart, FileEntry, Item } from "@/features/items/types";
import { FormContext } from "@/lib/forms/form-context";
import { MAX_NOTE_CHARACTERS } from "@/lib/forms/limits";
import { ReturnedFocus } from "@/lib/forms/returned-focus";

const texts = strings.item;

type ContactedFirm = { name: string; email: string; subject: string };

export type AnswerFormProps = {
  /** The first shape is for contacts, the second for staff who answer on a contact's behalf. */
  path: { publicId: string; firm: ContactedFirm } | { org: string; requestId: string };
  item: Pick<Item, "id" | "kind" | "title" | "options" | "accept" | "maxFiles"> &
    Partial<Pick<AnsweredItem, "submissions">>;
  draft: AnswerStart | undefined;
  no: number;
  files: readonly FileEntry[];
  isChecking: boolean;
  isReady?: boolean;
  /**
   * True if the item is closed. The form then shows only texts and files that the user could not
   * send.
   */
  isClosed?: boolean;
  isCorrection?: boolean;
  children?: ReactNode;
};

function idleText({ isReady, isCorrection, item, draft, hasFiles }: NoteAndButtonsProps): string {
  const { missing, unchanged, unsent } = strings.autosave;
  if (isReady) return strings.ready.status;
  if (hasFiles || draft?.notApplicable) return unsent;
  if (!draft || item.kind === "file") return missing[item.kind];
  return isCorrection && draft.version === 0 ? unchanged : unsent;
}

type NoteAndButtonsProps = AnswerFormProps & {
  hasFiles: boolean;
  answer: ReturnType<typeof useAnswerDraft>;
  arrivals: Arrivals;
};

export function NoteAndButtons(props: NoteAndButtonsProps) {
  const { path, item, draft, no, hasFiles, answer, arrivals } = props;
  const later = useSubmitLater({ itemId: item.id, no, answer });
  const stopLater = later.notice === "waiting" ? later.drop : null;
  const firm = "publicId" in path ? path.firm : null;
  const words = firm ? texts : { ...texts, ...strings.onBehalf };
  const inapplicable = {
    label: words.notApplicable,
    hint: hasFiles ? words.filesGo : undefined,
    defaultChecked: draft?.notApplicable ?? false,
  };
  return (
    <>
      <ReturnedFocus />
      <FormTextArea
        name="client_note"
        label={
          <>
            <Applicable as="span">
              {firm ? texts.noteTo(firm.name) : texts.note}{" "}
              <span className="font-normal text-ink-muted">{texts.inBrackets}</span>
            </Applicable>
            <NotApplicable>{texts.reason}</NotApplicable>
          </>
        }
        hint={
          <>
            {firm ? null : <Applicable as="span">{strings.onBehalf.noteHint}</Applicable>}
            <NotApplicable>{words.reasonHint}</NotApplicable>
          </>
        }
        hintClassName={
          firm ? "hidden group-has-[[name=not\\_applicable]:checked]/answer:block" : undefined
        }
        defaultValue={draft?.clientNote ?? ""}
        maxLength={MAX_NOTE_CHARACTERS}
        rows={3}
        className="min-h-24"
      />
      {props.children}
      {firm ? (
        <div className="answer-links text-md">
          <NotApplicableBox {...inapplicable} />
          <SubmitButton
            name="intent"
            value="draft"
            variant="quiet"
            className="-mx-3 px-3 text-md! font-normal! text-firm! underline decoration-1 underline-offset-[0.18em]"
          >
            {texts.saveDraft}
          </SubmitButton>
          <a
            href={`mailto:${firm.email}?subject=${encodeURIComponent(firm.subject)}`}
            className="link"
          >
            {strings.list.emailFirm(firm.name)}
          </a>
        </div>
      ) : (
        <StaffNotApplicable {...inapplicable} />
      )}
      <DraftConflict conflict={answer.conflict} />
      <SubmitLater {...later} />
      <SendBar isFixed={firm !== null}>
        <SubmitAnswer
          {...arrivals}
          stopLater={stopLater}
          label={
            firm ? (props.isCorrection ? texts.sendAgain : texts.send) : strings.onBehalf.submit
          }
          state={(notice) => (
            <Autosave
              itemId={item.id}
              answer={answer}
              idleText={firm ? idleText(props) : ""}
              notice={notice}
              isSendingLater={stopLater !== null}
            />
          )}
        >
          {firm ? null : (
            <SubmitButton name="intent" value="draft" variant="secondary">
              {texts.saveDraft}
            </SubmitButton>
          )}
        </SubmitAnswer>
      </SendBar>
    </>
  );
}

/**
 * Shows the conflict of an autosave. The summary of the form shows the conflicts of all other
 * saves.
 */
function DraftConflict({ conflict }: Pick<ReturnType<typeof useAnswerDraft>, "conflict">) {
  const { failure } = useContext(FormContext);
  if (!conflict || failure?.code === "version_conflict") return null;
  return <AnswerConflict conflict={conflict} />;
}
