"use client";

import { Trash2 } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useFormField } from "@/components/forms/form-context";
import { SubmitButton } from "@/components/forms/submit-button";
import { describedBy, FieldError } from "@/components/ui/field";
import { FileInput } from "@/components/ui/file-input";
import { CameraButton } from "@/features/files/components/camera-button";
import { FileRow, type FileRowEntry } from "@/features/files/components/file-row";
import { UploadRow } from "@/features/files/components/upload-row";
import { countArriving, type ItemUploads } from "@/features/files/hooks";
import { type AcceptGroup, acceptAttribute, acceptsPhotos } from "@/features/files/schema";
import { rejectionOf, strings } from "@/features/files/strings";
import type { UploadEntry } from "@/features/files/types";
import { classNames } from "@/lib/class-names";

const texts = strings.upload;

type PanelProps = {
  uploads: ItemUploads;
  accept: readonly AcceptGroup[];
  maxFiles: number;
  files: readonly FileRowEntry[];
  /** True if the item is closed. The panel then shows only uploads that were in progress here. */
  isClosed: boolean;
};

function typesText(accept: readonly AcceptGroup[]): string {
  if (accept.length === 0) return texts.anyType;
  const names = accept.map((group) => texts.groups[group]).join(", ");
  return names.slice(0, 1).toUpperCase() + names.slice(1);
}

/** Dropping files is an extra. The native file input works everywhere. */
export function UploadPanel({ uploads, accept, maxFiles, files, isClosed }: PanelProps) {
  const { id, error } = useFormField("files");
  const [isOver, setOver] = useState(false);
  // Show each file once: as an upload while this tab sends it, then as an entry of the server's
  // list.
  const onTheWay = uploads.entries.filter(({ state }) => state !== "done");
  const onTheWayIds = new Set(onTheWay.map(({ fileId }) => fileId));
  const stored = files.filter((file) => !onTheWayIds.has(file.id));
  // Do not count an unfinished file, because the user can choose it again to continue the upload.
  const arrived = stored.filter(({ status }) => status !== "uploading");
  const remaining = maxFiles - arrived.length - countArriving(onTheWay);
  const hasRoom = remaining > 0;
  if (isClosed) return <LeftUploads entries={onTheWay} uploads={uploads} />;
  const hint = texts.hint(typesText(accept), maxFiles);

  // A file above the limit becomes a row with an error.
  const add = (picked: Iterable<File>) =>
    uploads.add({ files: picked, accept, listed: files, room: { max: maxFiles, remaining } });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };

  return (
    <div className="flex flex-col gap-2">
      <fieldset
        className={classNames(
          "rounded-lg border border-dashed p-4",
          isOver ? "border-accent bg-accent-soft" : "border-line-strong bg-sunken",
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          // Ignore the event when the pointer moves from one part of the drop area to another.
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
            setOver(false);
          }
        }}
        onDrop={drop}
      >
        <label htmlFor={id} className="font-medium">
          {maxFiles === 1 ? texts.labelOne : texts.label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-ink-muted">
          {hasRoom ? hint : texts.full(maxFiles)}
        </p>
        <FileInput
          id={id}
          multiple={maxFiles > 1}
          accept={acceptAttribute(accept)}
          disabled={!hasRoom}
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
          className="mt-3 block w-full cursor-pointer text-sm text-ink-muted file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-4 file:font-medium file:text-ink hover:file:bg-sunken disabled:cursor-not-allowed disabled:opacity-60"
          onFiles={add}
        />
        {acceptsPhotos(accept) && hasRoom ? <CameraButton onFiles={add} /> : null}
        <p className="mt-2 hidden text-sm text-ink-subtle sm:block">{texts.drop}</p>
        <p className="mt-2 hidden text-sm text-danger noscript:block">{texts.needsScripts}</p>
      </fieldset>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {stored.length + onTheWay.length > 0 ? (
        <ul aria-label={strings.listLabel} className="divide-y divide-line">
          {stored.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              actions={
                <SubmitButton
                  name="intent"
                  value={`remove:${file.id}`}
                  variant="quiet"
                  size="sm"
                  className="min-w-11"
                  aria-label={strings.removeNamed(file.name)}
                >
                  <Trash2 aria-hidden className="size-4" />
                  <span className="hidden sm:inline">{strings.remove}</span>
                </SubmitButton>
              }
            />
          ))}
          {onTheWay.map((entry) => (
            <UploadRow key={entry.key} entry={entry} uploads={uploads} />
          ))}
        </ul>
      ) : null}
      <UploadAnnouncer entries={uploads.entries} files={files} />
    </div>
  );
}

/** Lists the uploads that did not arrive before the item closed. Shows nothing if all arrived. */
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
      <p className="text-sm text-ink-muted">{texts.unsentLead}</p>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <UploadRow key={entry.key} entry={entry} uploads={uploads} />
        ))}
      </ul>
      <UploadAnnouncer entries={entries} files={[]} />
    </section>
  );
}

/** Announces each stored, refused or failed file once. Does not announce percentages. */
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
