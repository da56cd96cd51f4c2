import type { AcceptGroup } from "@/features/files/schema";
import { formatLimit } from "@/lib/format/bytes";
import { MAX_FILE_BYTES } from "@/lib/forms/limits";

export const strings = {
  paused: "Upload paused. Keep this page open. We’ll keep trying.",
  limited:
    "Too many uploads right now. Keep this page open. This upload continues in a few minutes.",
  status: {
    uploading: "Upload not finished",
    checking: "Checking…",
    ready: "Uploaded",
    rejected: "Not accepted",
    failed: "Upload failed",
  },
  listLabel: "Files",
  title: "Your files",
  details: "Details",
  sameAs: (name: string) => `Same file as ${name}`,
  refused: (count: number) =>
    count === 1 ? "1 file was not added" : `${count} files were not added`,
  unscanned: "Files are not scanned for viruses.",
  /** Does not name contacts, because the contacts of a request do not see each other's names. */
  sentBy: {
    you: "Added by you",
    contact: "Added by another contact",
    staff: "Added by the firm for you",
  },
  fingerprint: "Fingerprint",
  open: (name: string) => `Open ${name}`,
  remove: "Remove",
  removeQuestion: (name: string) => `Remove “${name}”?`,
  removeLead: "This deletes the file for everyone who works on this answer.",
  removeFile: "Remove file",
  keepFile: "Keep file",
  removeNamed: (name: string) => `Remove ${name}`,
  upload: {
    label: "Choose files",
    labelOne: "Choose a file",
    hint: (types: string, max: number) =>
      max === 1
        ? `${types}. One file, up to ${formatLimit(MAX_FILE_BYTES)}.`
        : `${types}. Up to ${max} files, ${formatLimit(MAX_FILE_BYTES)} each.`,
    anyType: "PDF, images, Word, Excel, PowerPoint, OpenDocument, CSV or text",
    groups: {
      pdf: "PDF",
      image: "images",
      document: "documents (PDF, DOCX, PPTX, ODT)",
      spreadsheet: "spreadsheets (XLSX, ODS, CSV)",
      text: "text (TXT, CSV)",
    } satisfies Record<AcceptGroup, string>,
    drop: "You can also drop files here.",
    dropTo: (title: string) => `Drop files to add them to ${title}`,
    camera: "Take photo",
    needsScripts: {
      contact:
        "Uploading needs JavaScript. Turn it on, or ask the firm for another way to send files.",
      staff: "To upload files, turn on JavaScript.",
    },
    progress: (name: string) => `Uploading ${name}`,
    waiting: "Waiting…",
    percent: (percent: number) => `${percent}%`,
    checking: "Checking…",
    cancel: "Cancel",
    cancelNamed: (name: string) => `Cancel the upload of ${name}`,
    retry: "Try again",
    retryNamed: (name: string) => `Try again: ${name}`,
    full: (max: number) =>
      max === 1
        ? "This item can have one file. Remove the file to add another."
        : `This item can have at most ${max} files. Remove one to add another.`,
    unsent: "Not sent",
    unsentLead: (count: number) =>
      count === 1
        ? "This file was still uploading when this item closed. It is still on your device."
        : "These files were still uploading when this item closed. They are still on your device.",
    done: (name: string) => `${name} uploaded.`,
    notStored: "This file was not uploaded. Try again.",
    failed: (name: string) => `${name} could not be uploaded.`,
  },
  reject: {
    file_size: "The file was damaged during the upload. Upload it again.",
    upload_incomplete: "The file could not be checked. Upload it again.",
  } as Readonly<Record<string, string>>,
  rejectOther: "This file was not accepted. Choose another.",
} as const;
