import { fileTypeFromBuffer } from "file-type";
import type { Content } from "./content.ts";
import { FILE_KINDS } from "./file-kinds.ts";
import { inspectOffice } from "./office.ts";
import { opensWithoutPassword } from "./pdf-password.ts";
import { isActiveText } from "./text-probe.ts";
import type { ReadRange } from "./zip.ts";

export type RejectCode = "type_mismatch" | "encrypted" | "macro" | "file_empty" | "file_size";

export interface Judgement {
  /** For an accepted text file, includes the encoding: `text/csv; charset=windows-1252`. */
  detectedMime: string | undefined;
  rejectCode?: RejectCode;
}

interface Candidate {
  extension: string;
  /** Number of bytes that the client declared before the upload. */
  expectedBytes: number;
  content: Content;
  read: ReadRange;
}

export async function judge(candidate: Candidate): Promise<Judgement> {
  const { content, extension } = candidate;
  if (content.bytes === 0) return { detectedMime: undefined, rejectCode: "file_empty" };
  const detectedMime = await detect(content);
  if (content.bytes !== candidate.expectedBytes) return { detectedMime, rejectCode: "file_size" };
  const kind = Object.hasOwn(FILE_KINDS, extension) ? FILE_KINDS[extension] : undefined;
  const mismatch: Judgement = { detectedMime, rejectCode: "type_mismatch" };
  if (!kind) return mismatch;
  const fine: Judgement = { detectedMime: kind.mime };

  switch (kind.check.by) {
    case "signature":
      return kind.check.mimes.includes(detectedMime ?? "") ? { detectedMime } : mismatch;
    case "pdf":
      if (detectedMime !== kind.mime) return mismatch;
      if (content.pdfEncryption.references.length === 0) return fine;
      return (await opensWithoutPassword({
        bytes: content.bytes,
        encryption: content.pdfEncryption,
        read: candidate.read,
      }))
        ? fine
        : { detectedMime, rejectCode: "encrypted" };
    case "text":
      if (content.textEncoding === null || isActiveText(content.head)) return mismatch;
      return { detectedMime: `${kind.mime}; charset=${content.textEncoding}` };
    case "ooxml":
    case "odf": {
      if (isOleContainer(content.head)) {
        // Office stores an encrypted document in an OLE container, the format of old Office files.
        return content.hasEncryptedPackage ? { detectedMime, rejectCode: "encrypted" } : mismatch;
      }
      if (!startsWith(content.head, "PK\u0003\u0004")) return mismatch;
      const office = await inspectOffice({ ...content, read: candidate.read });
      const wanted = kind.check.by === "ooxml" ? kind.check.mainPart : kind.mime;
      if (office.problem) return { detectedMime, rejectCode: office.problem };
      return office.mime === wanted ? fine : mismatch;
    }
  }
}

async function detect(content: Content): Promise<string | undefined> {
  if (startsWith(content.head, "%PDF-")) return "application/pdf";
  // `file-type` fails if the directory of a TIFF file is not in `head`.
  const isTiff = startsWith(content.head, "II*\0") || startsWith(content.head, "MM\0*");
  const found = await fileTypeFromBuffer(content.head).catch(() => undefined);
  if (found) return found.mime;
  if (isTiff) return "image/tiff";
  return content.textEncoding ? "text/plain" : undefined;
}

function isOleContainer(head: Uint8Array): boolean {
  return startsWith(head, "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1");
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  if (bytes.length < signature.length) return false;
  for (let index = 0; index < signature.length; index += 1) {
    if (bytes[index] !== signature.charCodeAt(index)) return false;
  }
  return true;
}
