import { formatLimit } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/format";
import { MAX_FILE_BYTES } from "@/lib/forms/limits";

// Sentences about refused files. They are in a separate file, so that pages with lists of files do
// not load the whole error catalog.

type Details = { details: Readonly<Record<string, unknown>> };

const extensionIn = ({ details: { extension } }: Details) =>
  typeof extension === "string" ? extension : "";

export const FILE_SENTENCES = {
  file_type: (context: Details) => {
    const extension = extensionIn(context);
    return extension === ""
      ? "This kind of file is not accepted here. Choose one of the types listed for this item."
      : `.${extension} files are not accepted here. Choose one of the types listed for this item.`;
  },
  file_size: ({ details: { maxBytes: max } }: Details) =>
    `This file is too large. Choose one that is ${formatLimit(typeof max === "number" ? max : MAX_FILE_BYTES)} or smaller.`,
  file_empty: () => "This file is empty. Choose another.",
  type_mismatch: (context: Details) => {
    const type = extensionIn(context);
    return type === ""
      ? "The content does not match the file type. Choose another file."
      : `This is not a valid ${type.toUpperCase()} file. Choose another file.`;
  },
  encrypted: () => "This file needs a password. Save a copy without one.",
  macro: () => "This file contains macros. Save a copy without them.",
  upload_gone: () => "Starting this upload again.",
} as const;

/**
 * @param owner the thing that has the limit
 * @param noun what is counted, in the singular
 */
export function limitSentence(owner: string, noun: string, limit: number): string {
  return `${owner} can have at most ${formatCount(limit, noun)}. Remove one to add another.`;
}

export const fileLimit = (limit: number) => limitSentence("This item", "file", limit);
