import { type ReadRange, readDirectory, readPart, within, type ZipEntry, ZipError } from "./zip.ts";

export interface OfficeVerdict {
  mime: string | undefined;
  problem: "encrypted" | "macro" | undefined;
}

interface OfficeFile {
  tail: Uint8Array;
  bytes: number;
  read: ReadRange;
}

/**
 * Matches VBA, Excel 4 macro sheets and ActiveX controls in Office files, and Basic and scripts in
 * ODF files.
 */
const MACRO_PART = /(?:^|\/)vbaProject\.bin$|^xl\/macrosheets\/|\/activeX\/|^(?:Basic|Scripts)\/./i;
/**
 * Matches one attribute at a time, because a single pattern for the whole list of types could take
 * minutes to fail.
 */
const TYPE = /ContentType\s*=\s*["']([^"']*)["']/gi;
const MAIN_PART = /\.main\+xml$|macroEnabled/i;

export async function inspectOffice(file: OfficeFile): Promise<OfficeVerdict> {
  try {
    const read = within(file.bytes, file.read);
    const entries = await readDirectory(file.tail, read);
    const verdict = await readVerdict(entries, read);
    if (entries.some((entry) => entry.isEncrypted)) return { ...verdict, problem: "encrypted" };
    if (verdict.problem) return verdict;
    const hasMacro = entries.some((entry) => MACRO_PART.test(entry.name));
    return { ...verdict, problem: hasMacro ? "macro" : undefined };
  } catch (cause) {
    if (cause instanceof ZipError) return { mime: undefined, problem: undefined };
    throw cause;
  }
}

async function readVerdict(entries: readonly ZipEntry[], read: ReadRange): Promise<OfficeVerdict> {
  const find = (name: string) => entries.find((entry) => entry.name === name && !entry.isEncrypted);
  const types = find("[Content_Types].xml");
  if (types) {
    const all = [...(await readPart(types, read)).matchAll(TYPE)].map((match) => match[1] ?? "");
    const named = all.filter((name) => MAIN_PART.test(name));
    const macro = named.find((name) => /macroEnabled/i.test(name));
    return { mime: macro ?? named[0], problem: macro === undefined ? undefined : "macro" };
  }
  const mimetype = find("mimetype");
  if (!mimetype) return { mime: undefined, problem: undefined };
  const manifest = find("META-INF/manifest.xml");
  const isEncrypted =
    manifest !== undefined && /encryption-data/.test(await readPart(manifest, read));
  return {
    mime: (await readPart(mimetype, read)).trim(),
    problem: isEncrypted ? "encrypted" : undefined,
  };
}
