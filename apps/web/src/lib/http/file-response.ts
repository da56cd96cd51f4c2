/**
 * Types that a browser may show as they are; everything else is downloaded. PDFs are too: browsers
 * refuse to show them in a sandbox, and the review draws them itself.
 */
const SHOWN_INLINE = new Set(["image/jpeg", "image/png", "image/webp", "text/plain"]);

/** The type under which a file is answered: every text as plain text, in the encoding it has. */
function contentType({ mime, charset }: { mime: string; charset: string | null }): string {
  if (!mime.startsWith("text/")) return mime;
  return charset ? `text/plain; charset=${charset}` : "text/plain";
}

/**
 * Headers under which a client's file is answered: never sniffed, never cached by others, in a
 * sandbox without scripts, so that nothing in it acts as us. A text whose encoding nobody found out
 * goes without one, not under a guess.
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

/**
 * `Content-Disposition` with the name in both writings (RFC 6266, RFC 8187). What is asked for as a
 * download is stored, whatever its type.
 */
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
