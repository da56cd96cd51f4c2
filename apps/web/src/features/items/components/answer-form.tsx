"use client";

import { type FormEvent, useRef, useState } from "react";
import { Form } from "@/components/forms/form";
import { UploadPanel } from "@/features/files/components/upload-panel";
import { useItemUploads } from "@/features/files/hooks";
import { countArriving } from "@/features/files/upload/arriving";
import { sendAnswer } from "@/features/items/actions";
import { AnswerFields } from "@/features/items/components/answer-fields";
import { Applicable } from "@/features/items/components/not-applicable";
import { type AnswerFormProps, NoteAndButtons } from "@/features/items/components/note-and-buttons";
import { ResolvedErrors } from "@/features/items/components/resolved-errors";
import { useArrivals } from "@/features/items/components/submit-answer";
import { UnsentAnswer } from "@/features/items/components/unsent-answer";
import { type UnsentTexts, withoutSent } from "@/features/items/draft/unsent-texts";
import { useAnswerDraft } from "@/features/items/draft/use-answer-draft";
import { isRedirectAfterSave, useForgetAnswer, useUnsentAnswer } from "@/features/items/hooks";
import type { SavedVersion } from "@/features/items/types";
import { isOutageCode } from "@/lib/errors/outage-code";
import { fieldId } from "@/lib/forms/form-context";
import type { FormState } from "@/lib/forms/form-state";
import { classNames } from "@/lib/style/class-names";

const FORM_ID = "answer";

function unsentTexts(
  typed: UnsentTexts,
  state: FormState<SavedVersion>,
  draft: UnsentTexts,
): UnsentTexts {
  const values = state && !state.ok ? state.values : undefined;
  return {
    answer: typed.answer ?? values?.answer ?? draft.answer,
    note: typed.note ?? values?.client_note ?? draft.note,
  };
}

/**
 * If the item closes while the user types, the form shows the text for copying and lists the
 * unfinished uploads.
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
    <Form<SavedVersion>
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
        if (dropsUploads.current && isRedirectAfterSave(path)) uploads.cancelAll();
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

function pathOf(path: AnswerFormProps["path"]) {
  return "publicId" in path
    ? { publicId: path.publicId }
    : { org: path.org, requestId: path.requestId };
}

function audienceOf(path: AnswerFormProps["path"]) {
  return "publicId" in path ? "contact" : "staff";
}
