"use client";

import type { ReactNode } from "react";
import { Form } from "@/components/forms/form";
import { fieldId } from "@/components/forms/form-context";
import { FormCheckbox, FormTextArea } from "@/components/forms/form-fields";
import { useReturnedFocus } from "@/components/forms/returned-focus";
import { SubmitButton } from "@/components/forms/submit-button";
import { UploadPanel } from "@/features/files/components/upload-panel";
import { sendAnswer } from "@/features/items/actions";
import { AnswerFields } from "@/features/items/components/answer-fields";
import { Autosave } from "@/features/items/components/autosave";
import { strings } from "@/features/items/strings";
import type { FileEntry, Item, Submission } from "@/features/items/types";
import { MAX_NOTE_CHARACTERS } from "@/lib/limits";

const texts = strings.item;
const FORM_ID = "answer";

type AnswerFormProps = {
  /** Where the answer belongs; see `sendAnswer`. */
  path: { publicId: string } | { org: string; requestId: string };
  item: Pick<Item, "id" | "kind" | "title" | "options" | "accept" | "max_files">;
  draft: Pick<Submission, "answer" | "not_applicable" | "client_note"> | undefined;
  /** Files of the draft, as the server lists them. */
  files: readonly FileEntry[];
  /** Some file is not inspected yet, so submitting would be refused. */
  isChecking: boolean;
};

/**
 * Everything that can be said about one item, by its contact or by staff on their behalf; ticking
 * "doesn't apply" leaves only the reason.
 */
export function AnswerForm({ path, item, draft, files, isChecking }: AnswerFormProps) {
  const send = sendAnswer.bind(null, { ...path, itemId: item.id });
  const audience = "publicId" in path ? "contact" : "staff";
  const words = audience === "staff" ? { ...texts, ...strings.onBehalf } : texts;
  useReturnedFocus();
  return (
    <Form
      action={send}
      id={FORM_ID}
      className="group/answer"
      onSuccess={() => document.getElementById(fieldId(FORM_ID, "files"))?.focus()}
    >
      {/* The first button is what Enter presses: it must not remove a file. */}
      <button type="submit" name="intent" value="keep" hidden />
      <Applicable>
        {item.kind === "file" ? (
          <UploadPanel
            itemId={item.id}
            accept={item.accept}
            maxFiles={item.max_files}
            files={files}
          />
        ) : (
          <AnswerFields
            kind={item.kind}
            title={item.title}
            options={item.options}
            answer={draft?.answer ?? null}
            audience={audience}
          />
        )}
      </Applicable>
      <FormCheckbox
        name="not_applicable"
        value="yes"
        label={words.notApplicable}
        defaultChecked={draft?.not_applicable ?? false}
      />
      <FormTextArea
        name="client_note"
        label={
          <>
            <Applicable as="span">{texts.note}</Applicable>
            <NotApplicable>{texts.reason}</NotApplicable>
          </>
        }
        hint={
          <>
            <Applicable as="span">{words.noteHint}</Applicable>
            <NotApplicable>{words.reasonHint}</NotApplicable>
          </>
        }
        defaultValue={draft?.client_note ?? ""}
        maxLength={MAX_NOTE_CHARACTERS}
        rows={2}
      />
      <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-canvas px-4 py-3 sm:static sm:mx-0 sm:border-0 sm:p-0">
        <SubmitButton name="intent" value="submit" className="grow sm:grow-0">
          {texts.submit}
        </SubmitButton>
        <SubmitButton name="intent" value="draft" variant="secondary">
          {texts.saveDraft}
        </SubmitButton>
        {isChecking ? (
          <p role="status" className="w-full text-sm text-ink-muted sm:w-auto">
            {strings.rules.filesPending}
          </p>
        ) : (
          <Autosave itemId={item.id} />
        )}
      </div>
    </Form>
  );
}

function Applicable({
  as: Element = "div",
  children,
}: {
  as?: "div" | "span";
  children: ReactNode;
}) {
  return (
    <Element className="group-has-[[name=not\_applicable]:checked]/answer:hidden">
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
