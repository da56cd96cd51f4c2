/** Removes characters that end a header early, are invisible or change the direction of text. */
export function toHeader(text: string): string {
  return text
    .replaceAll(/\p{Cf}+/gu, "")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("\u00a0", " ")
    .trim();
}

/**
 * Removes characters such as < and @ from a display name, because they have a meaning in an email
 * address. Names that are older than the rules for names may contain them.
 */
export function toSender(name: string): string {
  const sender = toHeader(name.normalize("NFKC")).replaceAll(/["\\<>@]/g, " ");
  return sender.replaceAll(/ +/g, " ").trim() || "A firm";
}

/**
 * Removes characters that are invisible or change the direction of text. Keeps joiners and line
 * breaks.
 */
export function inert(text: string): string {
  return text.replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, "");
}

/**
 * Matches three kinds of links: a URL with its scheme, a URL that begins with `www.`, and a domain
 * that email programs turn into a link. Dots of other scripts match too, because browsers treat
 * them as dots. A domain after an `@` does not match.
 */
const LINK =
  /(?:[a-z][a-z0-9+.-]*:\/\/|www[.\u3002\uff0e\uff61])\S+|(?<![\p{L}\p{N}@-]|[\p{L}\p{N}-][.\u3002\uff0e\uff61])(?:[\p{L}\p{N}-]+[.\u3002\uff0e\uff61])+(?<last>xn--[a-z0-9-]+|\p{L}{2,24})(?![\p{L}\p{N}-])(?<path>[/?#:]\S*)?/giu;

/** File extensions that no email program treats as the end of a domain. */
const FILES = /^(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|txt|png|jpe?g|heic|tiff?|webp|html?)$/i;

/** Replaces links with a placeholder, so that the button is the only link of an email. */
export function withoutLinks(text: string): string {
  // Remove invisible characters first, so that they cannot hide a link.
  return inert(text).replaceAll(LINK, (link, last?: string, path?: string) =>
    last !== undefined && path === undefined && FILES.test(last)
      ? link
      : "[link on the request page]",
  );
}
