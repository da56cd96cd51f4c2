import { isDocumentRequest } from "@/lib/http/document-request.server";
import { readNonce } from "@/lib/http/nonce.server";
import { firmProperties } from "@/lib/style/firm-colors";
import { styleSheet } from "@/lib/style/root-properties";

/** Sets the colors in the first response, before scripts run. */
export async function PreviewColors({ color }: { color: string | null }) {
  const properties = firmProperties(color);
  if (!properties || !(await isDocumentRequest())) return null;
  return <style nonce={await readNonce()}>{styleSheet(properties, "[data-brand-preview]")}</style>;
}
