import { MAX_FILE_BYTES } from "@/lib/forms/limits";

export const PARALLEL_UPLOADS = 3;

/** Seconds between two refreshes of a page that waits for the check of a file. */
export const CHECKING_SECONDS = 6;

/**
 * MIME types by extension. The types that browsers report are not used, because some browsers
 * report wrong types for CSV and HEIC.
 */
export const CANONICAL_TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  heif: "image/heif",
  tif: "image/tiff",
  tiff: "image/tiff",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  csv: "text/csv",
  txt: "text/plain",
};

export const ACCEPT_GROUPS = ["pdf", "image", "document", "spreadsheet", "text"] as const;

export type AcceptGroup = (typeof ACCEPT_GROUPS)[number];

export const EXTENSIONS_OF: Readonly<Record<AcceptGroup, readonly string[]>> = {
  pdf: ["pdf"],
  image: ["jpg", "jpeg", "png", "webp", "heic", "heif", "tif", "tiff"],
  document: ["pdf", "docx", "odt", "pptx"],
  spreadsheet: ["xlsx", "ods", "csv"],
  text: ["txt", "csv"],
};

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

export function acceptedExtensions(groups: readonly AcceptGroup[]): string[] {
  if (groups.length === 0) return Object.keys(CANONICAL_TYPES);
  return [...new Set(groups.flatMap((group) => EXTENSIONS_OF[group]))];
}

/**
 * Left out of the `accept` value, so that iPhones convert photos to JPEG, which every browser can
 * show.
 */
const CONVERTED: ReadonlySet<string> = new Set(["heic", "heif"]);

/** Contains MIME types in addition to extensions, so that phones offer the camera. */
export function acceptAttribute(groups: readonly AcceptGroup[]): string {
  const extensions = acceptedExtensions(groups).filter((extension) => !CONVERTED.has(extension));
  const types = extensions.map((extension) => CANONICAL_TYPES[extension] ?? "");
  return [...new Set([...extensions.map((extension) => `.${extension}`), ...types])].join(",");
}

export function acceptsPhotos(groups: readonly AcceptGroup[]): boolean {
  return acceptedExtensions(groups).includes("jpg");
}

const MAX_NAME_CHARACTERS = 200;
// Persian and Indic names and many emoji need the joiners U+200C and U+200D, so keep them.
const UNSAFE_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Names must not contain them.
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

export function cleanFileName(name: string): string {
  const base = (name.normalize("NFC").split(/[/\\]/).pop() ?? "")
    .replace(UNSAFE_CHARACTERS, "")
    .trim();
  const characters = [...base];
  if (characters.length <= MAX_NAME_CHARACTERS) return base === "" ? "file" : base;
  const extension = extensionOf(base);
  const tail = extension === "" ? "" : `.${extension}`;
  return characters.slice(0, MAX_NAME_CHARACTERS - tail.length).join("") + tail;
}

export function refusalOf(
  file: { name: string; size: number },
  groups: readonly AcceptGroup[],
): "file_type" | "file_size" | "file_empty" | null {
  if (!acceptedExtensions(groups).includes(extensionOf(file.name))) return "file_type";
  if (file.size === 0) return "file_empty";
  return file.size > MAX_FILE_BYTES ? "file_size" : null;
}
