/** Removes what would end a header early, and characters that are invisible or turn its direction. */
export function toHeader(text: string): string {
  return text
    .replaceAll(/\p{Cf}+/gu, "")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** A display name without signs that make an address, also for names older than the rules for names. */
export function toSender(name: string): string {
  const sender = toHeader(name.normalize("NFKC")).replaceAll(/["\\<>@]/g, " ");
  return sender.replaceAll(/ +/g, " ").trim() || "A firm";
}

/** A text without characters that are invisible or turn its direction; joiners and line breaks stay. */
export function inert(text: string): string {
  return text.replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, "");
}

/**
 * A scheme or `www.` with what follows, or a domain that mail programs make a link of. Dots of other
 * scripts count: browsers read them as dots. Not the rest of an address, which follows an `@`.
 */
const LINK =
  /(?:[a-z][a-z0-9+.-]*:\/\/|www[.\u3002\uff0e\uff61])\S+|(?<![\p{L}\p{N}@-]|[\p{L}\p{N}-][.\u3002\uff0e\uff61])(?:[\p{L}\p{N}-]+[.\u3002\uff0e\uff61])+(?<last>xn--[a-z0-9-]+|\p{L}{2,24})(?![\p{L}\p{N}-])(?<path>[/?#:]\S*)?/giu;

/** Ends of file names, which no mail program takes for a domain. */
const FILES = /^(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|txt|png|jpe?g|heic|tiff?|webp|html?)$/i;

/** A text in which links are not readable any more, so that an email cannot lead anywhere but to its button. */
export function withoutLinks(text: string): string {
  // Invisible characters leave the email later, so they must not hide a link from this.
  return inert(text).replaceAll(LINK, (link, last?: string, path?: string) =>
    last !== undefined && path === undefined && FILES.test(last)
      ? link
      : "[link on the request page]",
  );
}
