"use client";

import { ImageUp } from "lucide-react";
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { Form, type FormAction } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { buttonClasses } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { FILE_BUTTON } from "@/components/ui/file-input";
import { FormContext, useFormField } from "@/lib/forms/form-context";
import type { FormFailure } from "@/lib/forms/form-state";
import { MAX_IMAGE_BYTES } from "@/lib/images/limits";
import { classNames } from "@/lib/style/class-names";

type ImageTexts = {
  choose: string;
  save: string;
  saving: string;
  remove: string;
  lost: string;
  problems: { tooLarge: string };
};

type ImageFieldsProps = {
  texts: ImageTexts;
  /** The current image or its placeholder. */
  preview: ReactNode;
  hasImage: boolean;
  hintId?: string;
};

function ImageFields({ texts, preview, hasImage, hintId }: ImageFieldsProps) {
  const { id, error: refusal } = useFormField("file");
  const { isPending, pressedKey, message } = useContext(FormContext);
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const error = isTooLarge ? texts.problems.tooLarge : refusal;
  const send = useCallback(() => {
    const chosen = input.current?.files?.[0];
    if (!input.current || !chosen) return;
    // Do not send a file that is too large. The server enforces the same limit.
    const isRefused = chosen.size > MAX_IMAGE_BYTES;
    setTooLarge(isRefused);
    if (!isRefused) input.current.form?.requestSubmit();
    // Clear the input, so that the user can choose the same file again.
    input.current.value = "";
  }, []);
  // The user may have chosen a file before the scripts ran.
  useEffect(send, [send]);
  const describedBy = classNames(hintId, error && `${id}-error`);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3 sm:items-center">
        {preview}
        <div className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <label
            htmlFor={id}
            className={buttonClasses(
              "secondary",
              "md",
              `${FILE_BUTTON} max-w-full [@media(scripting:none)]:flex-wrap`,
            )}
          >
            <ImageUp aria-hidden className="size-4" />
            {texts.choose}
            <input
              ref={input}
              id={id}
              type="file"
              name="file"
              accept="image/png,image/jpeg,image/webp"
              onChange={send}
              // A disabled input would lose the focus.
              aria-disabled={isPending || undefined}
              onClick={(event) => {
                if (isPending) event.preventDefault();
              }}
              aria-describedby={describedBy || undefined}
              aria-invalid={error ? true : undefined}
              // Without scripts, only the input can show the name of the chosen file.
              className="sr-only max-w-full text-sm [@media(scripting:none)]:not-sr-only"
            />
          </label>
          <span className="hidden [@media(scripting:none)]:contents">
            <SubmitButton variant="secondary">{texts.save}</SubmitButton>
          </span>
          {hasImage ? (
            <SubmitButton
              variant="quiet"
              name="intent"
              value="remove"
              onClick={() => setTooLarge(false)}
            >
              {texts.remove}
            </SubmitButton>
          ) : null}
        </div>
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      <p role="status" className="text-sm font-medium text-success empty:-mt-3">
        {isPending && pressedKey === undefined ? (
          <span className="text-ink-muted">{texts.saving}</span>
        ) : (
          !error && message
        )}
      </p>
    </div>
  );
}

/**
 * Sends an image as soon as the user chooses it. Without scripts, a button sends it.
 * @param children hidden fields
 */
export function ImageForm({
  action,
  id,
  label,
  children,
  ...fields
}: ImageFieldsProps & {
  action: FormAction<null>;
  id: string;
  label: string;
  children?: ReactNode;
}) {
  const { lost } = fields.texts;
  const toLost = (failure: FormFailure): FormFailure =>
    failure.code === "network" ? { ...failure, fieldErrors: { file: lost } } : failure;
  return (
    <Form action={action} id={id} label={label} lost={toLost}>
      {children}
      <ImageFields {...fields} />
    </Form>
  );
}
