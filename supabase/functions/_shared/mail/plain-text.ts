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
