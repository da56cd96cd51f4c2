export interface FileKind {
  mime: string;
  check:
    | { by: "signature"; mimes: readonly string[] }
    | { by: "pdf" }
    | { by: "text" }
    | { by: "ooxml"; mainPart: string }
    | { by: "odf" };
}

const heic: FileKind["check"] = {
  by: "signature",
  mimes: ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"],
};
const jpeg: FileKind = {
  mime: "image/jpeg",
  check: { by: "signature", mimes: ["image/jpeg"] },
};
const tiff: FileKind = {
  mime: "image/tiff",
  check: { by: "signature", mimes: ["image/tiff"] },
};
const OOXML = "application/vnd.openxmlformats-officedocument";
const ODF = "application/vnd.oasis.opendocument";

function ooxml(name: string): FileKind {
  return {
    mime: `${OOXML}.${name}`,
    check: { by: "ooxml", mainPart: `${OOXML}.${name}.main+xml` },
  };
}

export const FILE_KINDS: Readonly<Record<string, FileKind>> = {
  pdf: { mime: "application/pdf", check: { by: "pdf" } },
  jpg: jpeg,
  jpeg,
  // Accepts animated PNGs, because every program can show them as PNGs.
  png: { mime: "image/png", check: { by: "signature", mimes: ["image/png", "image/apng"] } },
  webp: { mime: "image/webp", check: { by: "signature", mimes: ["image/webp"] } },
  heic: { mime: "image/heic", check: heic },
  heif: { mime: "image/heif", check: heic },
  tif: tiff,
  tiff,
  docx: ooxml("wordprocessingml.document"),
  xlsx: ooxml("spreadsheetml.sheet"),
  pptx: ooxml("presentationml.presentation"),
  odt: { mime: `${ODF}.text`, check: { by: "odf" } },
  ods: { mime: `${ODF}.spreadsheet`, check: { by: "odf" } },
  csv: { mime: "text/csv", check: { by: "text" } },
  txt: { mime: "text/plain", check: { by: "text" } },
};
