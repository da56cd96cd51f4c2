import { firmProperties, firmStyleSheet } from "@/lib/firm-colors";
import { isDocumentRequest } from "@/lib/http/document-request.server";
import { readNonce } from "@/lib/http/nonce.server";

/** Sets the colors of the preview before scripts run. */
export async function PreviewColors({ color }: { color: string | null }) {
  const properties = firmProperties(color);
  if (!properties || !(await isDocumentRequest())) return null;
  return (
    <style nonce={await readNonce()}>{firmStyleSheet(properties, "[data-brand-preview]")}</style>
  );
}
