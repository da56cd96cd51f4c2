"use client";

import { type FormEvent, type ReactNode, useContext, useRef, useState } from "react";
import { Form } from "@/components/forms/form";
import { FormContext, fieldId } from "@/components/forms/form-context";
import { FormCheckbox, FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { UploadPanel } from "@/features/files/components/upload-panel";
import { countArriving, useItemUploads } from "@/features/files/hooks";
import { sendAnswer } from "@/features/items/actions";
import { AnswerConflict } from "@/features/items/components/answer-conflict";
import { AnswerFields } from "@/features/items/components/answer-fields";
import { Autosave } from "@/features/items/components/autosave";
import { ResolvedErrors } from "@/features/items/components/resolved-errors";
import {
  type Arrivals,
  SubmitAnswer,
  useArrivals,
} from "@/features/items/components/submit-answer";
import { SubmitLater } from "@/features/items/components/submit-later";
import { UnsentAnswer } from "@/features/items/components/unsent-answer";
import { type UnsentTexts, withoutSent } from "@/features/items/draft/unsent-texts";
import { useAnswerDraft } from "@/features/items/draft/use-answer-draft";
import { leadsPast, useForgetAnswer, useUnsentAnswer } from "@/features/items/hooks";
import { strings } from "@/features/items/strings";
import type {
  AnsweredItem,
  AnswerStart,
  FileEntry,
  Item,
  SavedAnswer,
} from "@/features/items/types";
import { classNames } from "@/lib/class-names";
import { isOutageCode } from "@/lib/errors/outage-code";
import type { FormState } from "@/lib/forms/form-state";
import { ReturnedFocus } from "@/lib/forms/returned-focus";
import { MAX_NOTE_CHARACTERS } from "@/lib/limits";

const texts = strings.item;
const FORM_ID = "answer";

type ContactedFirm = { name: string; email: string; subject: string };

type AnswerFormProps = {
  /** The contact's link and firm, or the request on whose contact's behalf staff answer. */
  path: { publicId: string; firm: ContactedFirm } | { org: string; requestId: string };
  item: Pick<Item, "id" | "kind" | "title" | "options" | "accept" | "maxFiles"> &
    Partial<Pick<AnsweredItem, "submissions">>;
  draft: AnswerStart | undefined;
  no: number;
  files: readonly FileEntry[];
  isChecking: boolean;
  /**
   * True if the item is closed. The form then shows only what the user began here and could not
   * send.
   */
  isClosed?: boolean;
  /** True if the firm returned the last answer. */
  isCorrection?: boolean;
};

/**
 * Returns the texts that the user typed here. If there are none, returns those of a submission
 * without scripts, or of the draft.
 */
function unsentTexts(
  typed: UnsentTexts,
  state: FormState<SavedAnswer>,
  draft: UnsentTexts,
): UnsentTexts {
  const values = state && !state.ok ? state.values : undefined;
  return {
    answer: typed.answer ?? values?.answer ?? draft.answer,
    note: typed.note ?? values?.client_note ?? draft.note,
  };
}

/**
 * The form of one item, for its contact or for staff who answer on the contact's behalf. Checking
 * "doesn't apply" hides all fields except the reason. If the item closes while the user types, the
 * form keeps the text for copying and lists the unfinished uploads.
 */
export function AnswerForm(props: AnswerFormProps) {
  const { path, item, draft, files, isChecking, isClosed = false } = props;
  const [typed, setTyped] = useState<UnsentTexts>({});
  const uploads = useItemUploads(item.id);
  const arrivals = useArrivals(uploads.entries, files);
  const answer = useAnswerDraft(draft?.version ?? 0, !isClosed);
  const forget = useForgetAnswer(item.id);
  const unsent = useUnsentAnswer(item, isClosed);
  const dropsUploads = useRef(false);
  const hasFiles = files.length + countArriving(uploads.entries) > 0;
  const remember = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLTextAreaElement)) return;
    const { name, value } = target;
    setTyped((before) => ({ ...before, [name === "answer" ? "answer" : "note"]: value }));
  };
  return (
    <Form<SavedAnswer>
      action={sendAnswer.bind(null, { ...pathOf(path), itemId: item.id })}
      id={FORM_ID}
      className={classNames(
        "group/answer",
        isClosed && "not-has-[[data-unsent],[role=alert]]:hidden",
      )}
      prepare={async (form) => {
        await answer.draft.prepare(form);
        dropsUploads.current = form.get("intent") === "submit" && form.has("not_applicable");
      }}
      lost={(failure, form) =>
        form.get("intent") === "submit" && isOutageCode(failure.code)
          ? { ...failure, isToldInside: true }
          : failure
      }
      onRedirect={(path) => {
        forget(path);
        if (dropsUploads.current && leadsPast(path)) uploads.cancelAll();
      }}
      onSuccess={(saved) => {
        answer.draft.adopt(saved.version);
        document.getElementById(fieldId(FORM_ID, "files"))?.focus();
      }}
    >
      {(state) => (
        <ResolvedErrors
          hasFiles={hasFiles && files.every(({ status }) => status !== "uploading")}
          className="flex flex-col gap-5"
          onInput={remember}
        >
          {/* Enter presses the first button of a form, so the first button must not remove a
              file. */}
          {isClosed ? null : <button type="submit" name="intent" value="keep" hidden />}
          <input type="hidden" name="version" value={answer.version} />
          <input type="hidden" name="no" value={props.no} />
          <Applicable>
            {item.kind === "file" ? (
              <UploadPanel
                uploads={uploads}
                title={item.title}
                accept={item.accept}
                maxFiles={item.maxFiles}
                files={files}
                isClosed={isClosed}
              />
            ) : isClosed ? null : (
              <AnswerFields
                kind={item.kind}
                title={item.title}
                options={item.options}
                answer={draft?.answer ?? null}
                audience={audienceOf(path)}
              />
            )}
          </Applicable>
          {isClosed ? (
            <UnsentAnswer
              texts={withoutSent(unsentTexts(typed, state, unsent.texts), item)}
              isReasonShown={state?.ok === false}
              onDiscard={() => {
                setTyped({});
                unsent.drop();
              }}
            />
          ) : (
            <NoteAndButtons
              {...props}
              hasFiles={hasFiles}
              answer={answer}
              arrivals={{ ...arrivals, isChecking }}
            />
          )}
        </ResolvedErrors>
      )}
    </Form>
  );
}

/** Leaves out what the action does not need. */
function pathOf(path: AnswerFormProps["path"]) {
  return "publicId" in path
    ? { publicId: path.publicId }
    : { org: path.org, requestId: path.requestId };
}

function audienceOf(path: AnswerFormProps["path"]) {
  return "publicId" in path ? "contact" : "staff";
}

type NoteAndButtonsProps = AnswerFormProps & {
  hasFiles: boolean;
  answer: ReturnType<typeof useAnswerDraft>;
  arrivals: Arrivals;
};

function NoteAndButtons(props: NoteAndButtonsProps) {
  const { path, item, draft, no, hasFiles, answer, arrivals } = props;
  const firm = "publicId" in path ? path.firm : null;
  const words = firm ? texts : { ...texts, ...strings.onBehalf };
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
        defaultValue={draft?.clientNote ?? ""}
        maxLength={MAX_NOTE_CHARACTERS}
        rows={3}
        className="min-h-24"
      />
      <div className="flex flex-wrap items-center gap-x-5">
        <FormCheckbox
          name="not_applicable"
          value="yes"
          label={words.notApplicable}
          hint={hasFiles ? <NotApplicable>{texts.filesGo}</NotApplicable> : undefined}
          defaultChecked={draft?.notApplicable ?? false}
        />
        {firm ? (
          <a
            href={`mailto:${firm.email}?subject=${encodeURIComponent(firm.subject)}`}
            className="link inline-flex min-h-11 items-center"
          >
            {strings.list.emailFirm(firm.name)}
          </a>
        ) : null}
        <SubmitButton
          name="intent"
          value="draft"
          variant={firm ? "quiet" : "secondary"}
          className={firm ? "-mx-3 px-3" : undefined}
        >
          {texts.saveDraft}
        </SubmitButton>
      </div>
      <DraftConflict conflict={answer.conflict} />
      <SubmitLater itemId={item.id} no={no} answer={answer} />
      <SendBar isFixed={firm !== null}>
        <SubmitAnswer
          {...arrivals}
          label={
            firm ? (props.isCorrection ? texts.sendAgain : texts.send) : strings.onBehalf.submit
          }
          state={
            <Autosave
              itemId={item.id}
              answer={answer}
              idleText={draft && draft.version > 0 && firm ? strings.autosave.unsent : ""}
            />
          }
        />
      </SendBar>
    </>
  );
}

/** On a contact's phone, the bar stays at the bottom of the screen. */
function SendBar({ isFixed, children }: { isFixed: boolean; children: ReactNode }) {
  return (
    <div
      data-bottom-bar={isFixed || undefined}
      className={classNames(
        "flex flex-col gap-2",
        isFixed &&
          "bg-surface max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]",
      )}
    >
      {children}
    </div>
  );
}

/**
 * Shows a conflict that an autosave found. The form's summary shows a conflict that a button found.
 */
function DraftConflict({ conflict }: Pick<ReturnType<typeof useAnswerDraft>, "conflict">) {
  const { failure } = useContext(FormContext);
  if (!conflict || failure?.code === "version_conflict") return null;
  return <AnswerConflict conflict={conflict} />;
}

function Applicable({
  as: Element = "div",
  children,
}: {
  as?: "div" | "span";
  children: ReactNode;
}) {
  return (
    <Element className="group-has-[[name=not\_applicable]:checked]/answer:hidden empty:hidden">
      {children}
    </Element>
  );
}

function NotApplicable({ children }: { children: ReactNode }) {
  return (
    <span className="hidden group-has-[[name=not\_applicable]:checked]/answer:inline">
      {children}
    </span>
  );
}
