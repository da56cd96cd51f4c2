"use client";

import { Camera, FileUp, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { SubmitButton } from "@/components/forms/submit-button";
import { describedBy, FIELD_LABEL, FieldError } from "@/components/ui/field";
import { FileRow, type FileRowEntry } from "@/features/files/components/file-row";
import { PickButton } from "@/features/files/components/pick-button";
import { RefusedFiles } from "@/features/files/components/refused-files";
import { RemoveFile } from "@/features/files/components/remove-file";
import { UploadRow } from "@/features/files/components/upload-row";
import type { ItemUploads } from "@/features/files/hooks";
import { type AcceptGroup, acceptAttribute, acceptsPhotos } from "@/features/files/schema";
import { strings } from "@/features/files/strings";
import type { UploadEntry } from "@/features/files/types";
import { countArriving } from "@/features/files/upload/arriving";
import { usePageDrop } from "@/features/files/upload/page-drop";
import { rejectionOf } from "@/features/files/upload/rejection";
import { importSender } from "@/features/files/upload/steps";
import { formatAlternatives } from "@/lib/format/format";
import { useFormField } from "@/lib/forms/form-context";

const texts = strings.upload;

type PanelProps = {
  uploads: ItemUploads;
  title: string;
  accept: readonly AcceptGroup[];
  maxFiles: number;
  files: readonly FileRowEntry[];
  /** True if the item is closed. The panel then shows only this tab's uploads that are not done. */
  isClosed: boolean;
  audience: "contact" | "staff";
};

function typesText(accept: readonly AcceptGroup[]): string {
  if (accept.length === 0) return texts.anyType;
  const names = formatAlternatives(accept.map((group) => texts.groups[group]));
  return names.slice(0, 1).toUpperCase() + names.slice(1);
}

function sameAs(file: FileRowEntry, files: readonly FileRowEntry[]): string | undefined {
  const first = files.find(({ sha256 }) => sha256 !== null && sha256 === file.sha256);
  return first && first.id !== file.id ? first.name : undefined;
}

export function UploadPanel({
  uploads,
  title,
  accept,
  maxFiles,
  files,
  isClosed,
  audience,
}: PanelProps) {
  const { id, error } = useFormField("files");
  const panel = useRef<HTMLDivElement>(null);
  // A file can be both in the uploads of this tab and in the server's list of files.
  const onTheWay = uploads.entries.filter(({ state }) => state !== "done");
  const onTheWayIds = new Set(onTheWay.map(({ fileId }) => fileId));
  const stored = files.filter((file) => !onTheWayIds.has(file.id));
  // Do not count unfinished files, because the user can choose them again to continue their upload.
  const arrived = stored.filter(({ status }) => status !== "uploading");
  const remaining = maxFiles - arrived.length - countArriving(onTheWay);
  const hasRoom = remaining > 0;
  // Pass on files above the maximum too, because the queue shows each of them as a row with an
  // error.
  const add = (picked: Iterable<File>) =>
    uploads.add({ files: picked, accept, listed: files, room: { max: maxFiles, remaining } });
  const isOver = usePageDrop(panel, add);
  useEffect(() => {
    // Load the upload code before the user needs it. If this fails, the first upload loads the
    // code.
    importSender().catch(() => undefined);
  }, []);
  if (isClosed) return <LeftUploads entries={onTheWay} uploads={uploads} />;
  const [listed, rejected] = [false, true].map((isRejected) =>
    stored.filter(({ status }) => (status === "rejected") === isRejected),
  ) as [FileRowEntry[], FileRowEntry[]];
  const refused = onTheWay.filter(({ state }) => state === "refused");
  const running = onTheWay.filter(({ state }) => state !== "refused");
  const removeButton = (file: FileRowEntry) => (
    <SubmitButton
      name="intent"
      value={`remove:${file.id}`}
      variant="quiet"
      className="min-w-11 px-2"
      aria-label={strings.removeNamed(file.name)}
      title={strings.remove}
    >
      <X aria-hidden className="size-5" />
    </SubmitButton>
  );
  return (
    <div ref={panel} data-files className="group/files flex flex-col gap-3">
      <h2 className={audience === "staff" ? FIELD_LABEL : "text-lg font-heading"}>
        {audience === "staff" ? strings.listLabel : strings.title}
      </h2>
      {listed.length + running.length > 0 ? (
        <ul
          aria-label={strings.listLabel}
          className="divide-y divide-line rounded-xl border border-line"
        >
          {listed.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              sameAs={sameAs(file, listed)}
              actions={<RemoveFile file={file} />}
            />
          ))}
          {running.map((entry) => (
            <UploadRow key={entry.key} entry={entry} uploads={uploads} />
          ))}
        </ul>
      ) : null}
      {listed.length > 0 ? (
        <p className="-mt-1 text-sm text-ink-muted">{strings.unscanned}</p>
      ) : null}
      <div className="flex flex-wrap gap-2.5">
        {acceptsPhotos(accept) && hasRoom ? (
          <PickButton
            isTouchOnly
            icon={Camera}
            label={texts.camera}
            accept="image/*"
            capture="environment"
            onFiles={add}
          />
        ) : null}
        <PickButton
          data-file-picker
          id={id}
          icon={FileUp}
          label={maxFiles === 1 ? texts.labelOne : texts.label}
          multiple={maxFiles > 1}
          accept={acceptAttribute(accept)}
          disabled={!hasRoom}
          aria-describedby={describedBy(id, { hint: true, error })}
          aria-invalid={error ? true : undefined}
          onFiles={add}
        />
      </div>
      <p id={`${id}-hint`} className="text-sm text-ink-muted">
        {hasRoom ? texts.hint(typesText(accept), maxFiles) : texts.full(maxFiles)}
        {hasRoom ? (
          <span className="hidden pointer-fine:block [@media(scripting:none)]:hidden!">
            {texts.drop}
          </span>
        ) : null}
      </p>
      <p className="hidden text-sm text-danger noscript:block">{texts.needsScripts[audience]}</p>
      {error ? (
        // If an upload is unfinished, the text next to the Submit button already says what to do.
        <div
          className={listed.some(({ status }) => status === "uploading") ? "sr-only" : undefined}
        >
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : null}
      <RefusedFiles count={rejected.length + refused.length}>
        {rejected.map((file) => (
          <FileRow key={file.id} file={file} actions={removeButton(file)} />
        ))}
        {refused.map((entry) => (
          <UploadRow key={entry.key} entry={entry} uploads={uploads} />
        ))}
      </RefusedFiles>
      <UploadAnnouncer entries={uploads.entries} files={files} />
      {isOver ? (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-xl border-2 border-dashed border-firm bg-firm-soft p-6 text-center text-lg font-heading text-firm">
          {texts.dropTo(title)}
        </div>
      ) : null}
    </div>
  );
}

function LeftUploads({
  entries,
  uploads,
}: {
  entries: readonly UploadEntry[];
  uploads: ItemUploads;
}) {
  if (entries.length === 0) return null;
  return (
    <section data-unsent aria-label={texts.unsent}>
      <h2 className="font-semibold">{texts.unsent}</h2>
      <p role="status" className="mb-3 text-sm text-ink-muted">
        {texts.unsentLead(entries.length)}
      </p>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {entries.map((entry) => (
          <UploadRow key={entry.key} entry={entry} uploads={uploads} isLeft />
        ))}
      </ul>
    </section>
  );
}

function UploadAnnouncer({
  entries,
  files,
}: {
  entries: readonly UploadEntry[];
  files: readonly FileRowEntry[];
}) {
  const last = entries.findLast(
    ({ state, message }) => ["done", "failed", "paused"].includes(state) || message,
  );
  const stored = files.find(({ id }) => id === last?.fileId);
  let text = "";
  if (last?.state === "failed") text = texts.failed(last.name);
  else if (last?.message) text = `${last.name}: ${last.message}`;
  else if (last && stored?.status === "ready") text = texts.done(last.name);
  else if (last && stored?.status === "rejected") {
    text = `${last.name}: ${rejectionOf({ name: last.name, code: stored.rejectCode })}`;
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
