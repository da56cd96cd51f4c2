"use client";

import { isBackendError } from "@dossier/backend-client";
import { useUpload } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Button, buttonClasses } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { FILE_BUTTON, FileInput } from "@/components/ui/file-input";
import { Progress } from "@/components/ui/progress";
import { saveLogo } from "@/features/orgs/actions";
import { LOGO_MAX_BYTES, LOGO_TYPES } from "@/features/orgs/schema";
import { strings } from "@/features/orgs/strings";
import type { OrgSettings } from "@/features/orgs/types";
import { toAppError } from "@/lib/errors/app-error";
import { isUnreachable } from "@/lib/forms/call-failure";
import { randomId } from "@/lib/ids/random-id";

const texts = strings.logo;
const INPUT_ID = "logo-file";

export function LogoForm({
  org,
  logo,
}: {
  org: Pick<OrgSettings, "id" | "slug" | "logoPath">;
  logo: ReactNode;
}) {
  const upload = useUpload();
  const router = useRouter();
  const [problem, setProblem] = useState<string>();
  const [isSaved, setSaved] = useState(false);

  const send = async ([file]: File[]) => {
    if (!file) return;
    const extension = LOGO_TYPES[file.type];
    setSaved(false);
    if (!extension) return setProblem(texts.type);
    if (file.size > LOGO_MAX_BYTES) return setProblem(texts.size);
    setProblem(undefined);
    const path = `logos/${org.id}/${randomId()}.${extension}`;
    const { error } = await upload.start(file, { bucket: "images", path, contentType: file.type });
    if (error) {
      const isCancelled = isBackendError(error) && error.code === "aborted";
      return setProblem(isCancelled ? undefined : toAppError(error).message);
    }
    const form = new FormData();
    form.set("org", org.slug);
    form.set("logo_path", path);
    try {
      const result = await saveLogo(null, form);
      if (result && !result.ok) return setProblem(result.message);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return setProblem(texts.lost);
    }
    setSaved(true);
    router.refresh();
  };

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3 sm:items-center">
        {logo}
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor={INPUT_ID} className={buttonClasses("secondary", "md", FILE_BUTTON)}>
            {texts.choose}
            <FileInput
              id={INPUT_ID}
              accept={Object.keys(LOGO_TYPES).join(",")}
              onFiles={send}
              aria-describedby={problem ? `${INPUT_ID}-error` : undefined}
              aria-invalid={problem ? true : undefined}
              className="sr-only"
            />
          </label>
          {org.logoPath ? (
            <Form action={saveLogo} id="remove-logo" label={texts.remove}>
              <input type="hidden" name="org" value={org.slug} />
              <SubmitButton variant="quiet">{texts.remove}</SubmitButton>
            </Form>
          ) : null}
        </div>
      </div>
      {upload.state === "uploading" ? (
        <div className="flex max-w-form items-center gap-3">
          <div className="grow">
            <Progress value={Math.round(upload.progress * 100)} max={100} label={texts.uploading} />
          </div>
          <Button variant="quiet" size="sm" onClick={upload.cancel}>
            {texts.cancel}
          </Button>
        </div>
      ) : null}
      {problem ? <FieldError id={`${INPUT_ID}-error`}>{problem}</FieldError> : null}
      <p role="status" className="text-sm font-medium text-success empty:-mt-3">
        {isSaved ? texts.saved : null}
      </p>
      <noscript>
        <p className="text-sm text-ink-muted">{texts.noScript}</p>
      </noscript>
    </div>
  );
}
