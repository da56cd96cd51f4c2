"use client";

import { type FormEvent, type ReactNode, useContext, useRef, useState } from "react";
import { Form } from "@/components/forms/form";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { Checkbox } from "@/components/ui/checkbox";
import { UploadPanel } from "@/features/files/components/upload-panel";
import { useItemUploads } from "@/features/files/hooks";
import { countArriving } from "@/features/files/upload/arriving";
import { sendAnswer } from "@/features/items/actions";
import { AnswerConflict } from "@/features/items/components/answer-conflict";
import { AnswerFields } from "@/features/items/components/answer-fields";
import { Autosave } from "@/features/items/components/autosave";
import { ResolvedErrors } from "@/features/items/components/resolved-errors";
import { SendBar } from "@/features/items/components/send-bar";
import {
  type Arrivals,
  SubmitAnswer,
  useArrivals,
} from "@/features/items/components/submit-answer";
import { SubmitLater, useSubmitLater } from "@/features/items/components/submit-later";
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
import { isOutageCode } from "@/lib/errors/outage-code";
import { FormContext, fieldId, useFormField } from "@/lib/forms/form-context";
import type { FormState } from "@/lib/forms/form-state";
import { MAX_NOTE_CHARACTERS } from "@/lib/forms/limits";
import { ReturnedFocus } from "@/lib/forms/returned-focus";
import { classNames } from "@/lib/style/class-names";

const texts = strings.item;
const FORM_ID = "answer";

type ContactedFirm = { name: string; email: string; subject: string };

type AnswerFormProps = {
  /**
   * For a contact: the request's public id and the firm. For staff who answer on the contact's
   * behalf: the firm's slug and the request's id.
   */
  path: { publicId: string; firm: ContactedFirm } | { org: string; requestId: string };
  item: Pick<Item, "id" | "kind" | "title" | "options" | "accept" | "maxFiles"> &
    Partial<Pick<AnsweredItem, "submissions">>;
  draft: AnswerStart | undefined;
  no: number;
  files: readonly FileEntry[];
  isChecking: boolean;
  /** True if the saved draft is complete. */
  isReady?: boolean;
  /**
   * True if the item is closed. The form then shows only texts and files that the user could not
   * send.
   */
  isClosed?: boolean;
  /** True if the firm returned the last answer. */
  isCorrection?: boolean;
  /** Shown below the note: the earlier versions of the answer. */
  children?: ReactNode;
};

/**
 * Returns each text from the first source that has it: this form, a submission without scripts, or
 * the draft.
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
 * “doesn’t apply” hides all fields except the reason. If the item closes while the user types, the
 * form shows the text for copying and lists the unfinished uploads.
 */
export function AnswerForm(props: AnswerFormProps) {
  const { path, item, draft, files, isChecking, isClosed = false } = props;
  const [typed, setTyped] = useState<UnsentTexts>({});
  const uploads = useItemUploads(item.id);
  const arrivals = useArrivals(uploads.entries, files);
  const answer = useAnswerDraft(draft?.version ?? 0, !isClosed);
  const forget = useForgetAnswer(item.id, answer.draft);
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
          ? { ...failure, isShownInside: true }
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
          {/* Enter activates the first submit button of a form. Without this hidden button, the
              first button could remove a file. */}
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
                audience={audienceOf(path)}
              />
            ) : isClosed ? null : (
              <AnswerFields
                kind={item.kind}
                options={item.options}
                answer={draft?.answer ?? null}
                audience={audienceOf(path)}
              />
            )}
          </Applicable>
          {isClosed ? (
            <UnsentAnswer
              texts={withoutSent(unsentTexts(typed, state, unsent.texts), item)}
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

/** Returns only the values that the action needs. */
function pathOf(path: AnswerFormProps["path"]) {
  return "publicId" in path
    ? { publicId: path.publicId }
    : { org: path.org, requestId: path.requestId };
}

function audienceOf(path: AnswerFormProps["path"]) {
  return "publicId" in path ? "contact" : "staff";
}

/** Returns a text that says whether the saved answer can be sent, or what it needs first. */
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

function NoteAndButtons(props: NoteAndButtonsProps) {
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
        <div className="flex flex-wrap items-center gap-x-5 text-md">
          <NotApplicableBox {...inapplicable} />
          <SubmitButton
            name="intent"
            value="draft"
            variant="quiet"
            // The button looks like the links next to it.
            className="-mx-3 px-3 text-md! font-normal! text-firm! underline decoration-1 underline-offset-[0.18em]"
          >
            {texts.saveDraft}
          </SubmitButton>
          <a
            href={`mailto:${firm.email}?subject=${encodeURIComponent(firm.subject)}`}
            className="link inline-flex min-h-11 items-center"
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

type InapplicableProps = {
  label: string;
  /** Shown while the box is checked. */
  hint: string | undefined;
  defaultChecked: boolean;
};

function StaffNotApplicable({ hint, ...box }: InapplicableProps) {
  const { id } = useFormField("not_applicable");
  return (
    <Checkbox
      {...box}
      id={id}
      name="not_applicable"
      value="yes"
      hint={hint ? <NotApplicable>{hint}</NotApplicable> : undefined}
    />
  );
}

/**
 * A checkbox that looks like the links next to it until the user checks it. Works without scripts.
 */
function NotApplicableBox({ label, hint, defaultChecked }: InapplicableProps) {
  const { id } = useFormField("not_applicable");
  return (
    <>
      <label className="group/box relative inline-flex min-h-11 items-center gap-2.5 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus">
        <input
          id={id}
          type="checkbox"
          name="not_applicable"
          value="yes"
          defaultChecked={defaultChecked}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="check not-checked:absolute not-checked:inset-0 not-checked:m-0 not-checked:size-full not-checked:opacity-0"
        />
        <span className="group-not-has-checked/box:text-firm group-not-has-checked/box:underline group-not-has-checked/box:decoration-1 group-not-has-checked/box:underline-offset-[0.18em]">
          {label}
        </span>
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="order-last basis-full text-sm text-ink-muted empty:hidden">
          <NotApplicable>{hint}</NotApplicable>
        </p>
      ) : null}
    </>
  );
}

/**
 * Shows a conflict that an autosave found. The summary of the form shows conflicts of other saves.
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
