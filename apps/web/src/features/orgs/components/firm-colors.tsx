import { FirmColorsInBrowser } from "@/features/orgs/components/firm-colors-in-browser";
import { firmProperties, firmStyleSheet } from "@/lib/firm-colors";
import { isDocumentRequest } from "@/lib/http/document-request.server";
import { readNonce } from "@/lib/http/nonce.server";

/** Sets the colors of a firm for the whole page, from the first paint and also without scripts. */
export async function FirmColors({ color }: { color: string | null }) {
  const properties = firmProperties(color);
  if (!properties) return null;
  return (
    <>
      {/* In a navigation within the app, the document has another nonce than this response. */}
      {(await isDocumentRequest()) ? (
        <style nonce={await readNonce()}>{firmStyleSheet(properties)}</style>
      ) : null}
      <FirmColorsInBrowser properties={properties} />
    </>
  );
}
