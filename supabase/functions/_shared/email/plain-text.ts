/**
 * Removes characters that are invisible or change the direction of text. Replaces control
 * characters with a space, because a line break would end the header.
 */
export function toHeader(text: string): string {
  return text
    .replaceAll(/\p{Cf}+/gu, "")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("\u00a0", " ")
    .trim();
}

/**
 * Replaces characters that have a meaning in an email address. Names that are older than the rules
 * for names may contain such characters.
 */
export function toSender(name: string): string {
  const sender = toHeader(name.normalize("NFKC")).replaceAll(/["\\<>@]/g, " ");
  return sender.replaceAll(/ +/g, " ").trim() || "A firm";
}

/**
 * Removes characters that are invisible or change the direction of text, except zero-width joiners
 * and non-joiners.
 */
export function inert(text: string): string {
  return text.replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, "");
}

/**
 * Matches URLs, `www.` addresses and domains that email programs turn into links, but no domain
 * after an `@`. Browsers also treat the dots of other scripts as dots, so the pattern includes
 * these dots.
 */
const LINK =
  /(?:[a-z][a-z0-9+.-]*:\/\/|www[.\u3002\uff0e\uff61])\S+|(?<![\p{L}\p{N}@-]|[\p{L}\p{N}-][.\u3002\uff0e\uff61])(?:[\p{L}\p{N}-]+[.\u3002\uff0e\uff61])+(?<last>xn--[a-z0-9-]+|\p{L}{2,24})(?![\p{L}\p{N}-])(?<path>[/?#:]\S*)?/giu;

/** File extensions that are not top-level domains. */
const FILES = /^(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|txt|png|jpe?g|heic|tiff?|webp|html?)$/i;

export function withoutLinks(text: string): string {
  // Invisible characters could hide a link.
  return inert(text).replaceAll(LINK, (link, last?: string, path?: string) =>
    last !== undefined && path === undefined && FILES.test(last)
      ? link
      : "[link on the request page]",
  );
}
