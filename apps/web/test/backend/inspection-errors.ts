import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import { ooxmlOf } from "../../../../supabase/tests/support/inspection/zip-fixture";
import { storeFile } from "./firm";
import type { Scene } from "./provocation";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const MACRO_WORD = "application/vnd.ms-word.document.macroEnabled.main+xml";
const text = (content: string) => new TextEncoder().encode(content);

export const REFUSED_FILES = {
  type_mismatch: { name: "scan.pdf", mime: "application/pdf", bytes: text("MZ not a PDF at all") },
  encrypted: {
    name: "locked.pdf",
    mime: "application/pdf",
    bytes: text(
      "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R /Encrypt 2 0 R >>\n%%EOF\n",
    ),
  },
  macro: { name: "letter.docx", mime: WORD, bytes: ooxmlOf(MACRO_WORD) },
} as const;

const inspected = z.object({ status: z.string(), reject_code: z.string().optional() });

export async function inspect({ firm }: Scene, code: keyof typeof REFUSED_FILES) {
  const { file_id } = await storeFile(firm, { title: "Broken file", ...REFUSED_FILES[code] });
  const { functions } = firm.contact.visit();
  return inspected.parse(unwrap(await functions.invoke("inspect-file", { body: { file_id } })));
}
