import { isDocumentRequest } from "@/lib/http/document-request.server";
import { readNonce } from "@/lib/http/nonce.server";
import { type RootProperties, styleSheet } from "@/lib/style/root-properties";
import { RootPropertiesInBrowser } from "@/lib/style/root-properties-in-browser";

/**
 * Sets custom properties on the root element. They apply from the first paint, even without
 * scripts.
 */
export async function RootStyle({ properties }: { properties: RootProperties }) {
  return (
    <>
      {/* Only a document contains the style sheet, because a later response has a different
          nonce. */}
      {(await isDocumentRequest()) ? (
        <style nonce={await readNonce()}>{styleSheet(properties)}</style>
      ) : null}
      <RootPropertiesInBrowser properties={properties} />
    </>
  );
}
