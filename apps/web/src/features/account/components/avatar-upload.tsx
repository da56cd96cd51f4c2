"use client";

import { useUpload } from "@dossier/backend-client/react";
import { ImageUp, Trash2, X } from "lucide-react";
import { useId, useState, useTransition } from "react";
import { Button, buttonClasses } from "@/components/ui/button";
import { FIELD_HINT, FIELD_LABEL, FieldError } from "@/components/ui/field";
import { FILE_BUTTON, FileInput } from "@/components/ui/file-input";
import { Monogram } from "@/components/ui/monogram";
import { Progress } from "@/components/ui/progress";
import { saveAvatar } from "@/features/account/actions";
import { AVATAR_TYPES, avatarPath, checkAvatar } from "@/features/account/schema";
import { strings } from "@/features/account/strings";
import { toAppError } from "@/lib/errors/app-error";
import { isUnreachable } from "@/lib/forms/call-failure";
import { randomId } from "@/lib/ids/random-id";
import { classNames } from "@/lib/style/class-names";

const texts = strings.avatar;

type Props = { userId: string; name: string; url: string | null };

export function AvatarUpload({ userId, name, url }: Props) {
  const upload = useUpload();
  const [fileName, setFileName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [isSaving, startSaving] = useTransition();
  const id = useId();
  const isUploading = upload.state === "uploading";

  const show = (path: string | null, success: string) =>
    startSaving(async () => {
      const failure = await saveAvatar(path).catch((cause: unknown) => {
        if (!isUnreachable(cause)) throw cause;
        return texts.lost;
      });
      setError(failure);
      if (failure === null) setNotice(success);
    });

  const choose = async ([file]: File[]) => {
    if (!file) return;
    setNotice(null);
    const refusal = checkAvatar(file);
    setError(refusal);
    if (refusal) return;
    setFileName(file.name);
    const path = avatarPath(userId, file.type, randomId());
    const stored = await upload.start(file, {
      bucket: "images",
      path,
      contentType: file.type,
    });
    if (!stored.error) return show(path, texts.saved);
    if (stored.error.code === "aborted") setNotice(texts.cancelled);
    else setError(toAppError(stored.error).message);
  };

  return (
    <div className="flex flex-col gap-1.5">
      <p className={FIELD_LABEL}>{texts.title}</p>
      <p id={`${id}-hint`} className={classNames(FIELD_HINT, "text-ink-muted")}>
        {texts.hint}
      </p>
      <div className="mt-1.5 flex min-h-10 flex-wrap items-center gap-3">
        <Monogram
          id={userId}
          name={name}
          shape="person"
          size={40}
          imageUrl={url}
          alt={texts.current}
        />
        {isUploading ? (
          <div className="flex min-w-0 grow items-end gap-3">
            <div className="min-w-0 grow">
              <Progress
                value={Math.round(upload.progress * 100)}
                max={100}
                label={texts.uploading(fileName)}
                text={`${Math.round(upload.progress * 100)}%`}
              />
            </div>
            <Button variant="secondary" size="sm" onClick={upload.cancel}>
              <X aria-hidden className="size-4" />
              {texts.cancel}
            </Button>
          </div>
        ) : (
          <div className="flex flex-wrap gap-3 [@media(scripting:none)]:hidden">
            <label htmlFor={id} className={buttonClasses("secondary", "md", FILE_BUTTON)}>
              <ImageUp aria-hidden className="size-4" />
              {url ? texts.change : texts.choose}
              <FileInput
                id={id}
                accept={AVATAR_TYPES}
                onFiles={choose}
                disabled={isSaving}
                aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
                aria-invalid={error ? true : undefined}
                className="sr-only"
              />
            </label>
            {url ? (
              <Button
                variant="quiet"
                disabled={isSaving}
                onClick={() => {
                  setNotice(null);
                  show(null, texts.removed);
                }}
              >
                <Trash2 aria-hidden className="size-4" />
                {texts.remove}
              </Button>
            ) : null}
          </div>
        )}
        <p className="hidden text-sm [@media(scripting:none)]:block">{texts.noScript}</p>
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      <p role="status" className="text-sm font-medium text-success empty:hidden">
        {notice}
      </p>
    </div>
  );
}
