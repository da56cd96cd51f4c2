export const ENGLISH = {
  "confirm.signup.title": "Confirm your email address",
  "confirm.magiclink.title": "Sign in",
  "confirm.email.title": "Sign in",
  "confirm.recovery.title": "Reset your password",
  "confirm.invite.title": "Accept your invitation",
  "confirm.email_change.title": "Confirm your new email address",
  "confirm.body": "Select Continue to finish.",
  "confirm.body.named": "You are continuing as {email}.",
  "confirm.body.other":
    "You are signed in as {current}. If this link is for another account, selecting Continue signs you out.",
  "confirm.button": "Continue",
  "linkIncomplete.title": "This link is incomplete",
  "linkIncomplete.body": "Open the link in your email again, or request a new one.",
  "linkMismatch.title": "This link is for another account",
  "linkMismatch.body": "Request a new link for your own account and open it in this browser.",
  "tooManyAttempts.title": "Too many attempts",
  "tooManyAttempts.body": "Wait {wait}, then try again.",
  "tooManyAttempts.body.later": "Try again in a few minutes.",
  "unavailable.title": "We cannot check your sign-in right now",
  "unavailable.body": "If you were signed in, you still are. Try again in {wait}.",
} as const;

/** Name of a text. Minor versions may add names. */
export type PageTextKey = keyof typeof ENGLISH;

/** Texts of one language. The pages use English for a missing text. */
export type PageTexts = Readonly<Partial<Record<PageTextKey, string>>>;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function waitText(seconds: number, lang: string): string {
  const options = { style: "unit", unit: "second", unitDisplay: "long" } as const;
  try {
    return new Intl.NumberFormat([lang, "en"], options).format(seconds);
  } catch {
    return new Intl.NumberFormat("en", options).format(seconds);
  }
}

/** Returns HTML. Escapes the text and the values, but not `marks`, which are HTML. */
export function fillText(
  text: string,
  values: Readonly<Record<string, string | number>>,
  marks: Readonly<Record<string, string>> = {},
): string {
  return escapeHtml(text).replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (Object.hasOwn(marks, name)) return marks[name] ?? "";
    return Object.hasOwn(values, name) ? escapeHtml(String(values[name])) : whole;
  });
}
