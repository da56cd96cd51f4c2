"use client";

import { FileSpreadsheet, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, buttonClasses } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { strings } from "@/features/clients/strings";
import { formatBytes } from "@/lib/format/bytes";
import { useFormField } from "@/lib/forms/form-context";
import { MAX_IMPORT_BYTES } from "@/lib/forms/limits";
import { classNames } from "@/lib/style/class-names";

const texts = strings.import;

/**
 * An invisible native input covers the area and receives focus, clicks and dropped files. Without
 * scripts, the input is visible, because it shows the name of the chosen file.
 */
export function ImportFileField() {
  const { id, error: refusal } = useFormField("file");
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; size: number }>();
  const [isTooLarge, setTooLarge] = useState(false);
  const [isOver, setOver] = useState(false);
  const error = isTooLarge ? texts.tooLarge : refusal;
  const detailId = `${id}-detail`;
  const take = () => {
    if (!input.current) return;
    const chosen = input.current.files?.[0];
    // The server enforces the same limit, but only after the upload.
    const isRefused = (chosen?.size ?? 0) > MAX_IMPORT_BYTES;
    if (isRefused) input.current.value = "";
    setTooLarge(isRefused);
    setFile(isRefused ? undefined : chosen);
  };
  // The user may have chosen a file before the scripts ran.
  useEffect(() => {
    if (input.current?.files?.length) setFile(input.current.files[0]);
  }, []);
  const remove = () => {
    if (!input.current) return;
    input.current.value = "";
    input.current.focus();
    take();
  };
  return (
    <Field id={id} label={texts.file} error={error}>
      <div
        className={classNames(
          "relative flex min-h-30 flex-col items-center justify-center gap-2 rounded-box border border-dashed px-4 py-3 text-center hover:bg-hover",
          "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus",
          error ? "border-danger" : "border-line-strong",
          isOver && "border-solid border-accent bg-accent-soft",
        )}
      >
        <span
          aria-hidden
          className={buttonClasses("secondary", "md", "[@media(scripting:none)]:hidden")}
        >
          {file ? texts.chooseOther : texts.chooseFile}
        </span>
        {file ? (
          <span className="flex max-w-full items-center gap-2 text-sm">
            <FileSpreadsheet aria-hidden className="size-4 shrink-0 text-ink-subtle" />
            <span id={detailId} className="min-w-0 wrap-anywhere">
              <span dir="auto" className="font-medium">
                {file.name}
              </span>
              <span className="text-ink-muted">, {formatBytes(file.size)}</span>
            </span>
            <Button
              variant="quiet"
              size="sm"
              aria-label={texts.removeFile}
              title={texts.removeFile}
              onClick={remove}
              className="relative z-[1] px-1.5!"
            >
              <X aria-hidden className="size-4" />
            </Button>
          </span>
        ) : (
          <span id={detailId} className="text-xs text-ink-muted">
            <span className="pointer-coarse:hidden [@media(scripting:none)]:hidden">
              {texts.drop}{" "}
            </span>
            {texts.limit}
          </span>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          name="file"
          accept=".csv,text/csv,text/plain"
          onChange={take}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          aria-describedby={error ? `${id}-error ${detailId}` : detailId}
          aria-invalid={error ? true : undefined}
          className="cursor-pointer text-sm [@media(scripting:enabled)]:absolute [@media(scripting:enabled)]:inset-0 [@media(scripting:enabled)]:opacity-0"
        />
      </div>
    </Field>
  );
}
