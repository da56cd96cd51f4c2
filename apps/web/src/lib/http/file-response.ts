/**
 * The types that the browser shows instead of downloading. PDF is missing, because browsers refuse
 * to show a PDF in a sandbox.
 */
const SHOWN_INLINE = new Set(["image/jpeg", "image/png", "image/webp", "text/plain"]);

function contentType({ mime, charset }: { mime: string; charset: string | null }): string {
  if (!mime.startsWith("text/")) return mime;
  return charset ? `text/plain; charset=${charset}` : "text/plain";
}

/**
 * Stops browsers from guessing the type, stops caches from storing the file, stops other sites from
 * embedding the file, and puts the file into a sandbox without scripts.
 */
export function fileHeaders(file: { mime: string; charset: string | null }): Headers {
  return new Headers({
    "content-type": contentType(file),
    "x-content-type-options": "nosniff",
    "content-security-policy":
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-store",
  });
}

/** Contains the file name twice: in ASCII (RFC 6266) and in UTF-8 (RFC 8187). */
export function contentDisposition({
  name,
  mime,
  isDownload = false,
}: {
  name: string;
  mime: string;
  isDownload?: boolean;
}): string {
  const kind = SHOWN_INLINE.has(mime) && !isDownload ? "inline" : "attachment";
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
