import { formatNumber } from "@/lib/format/format";

// These sentences are in a separate file, because only the server checks these rules.

export const EMAIL_MISSING = "Enter an email address.";
export const EMAIL_FORMAT = "Enter an email address like name@example.com.";

export const tooShort = (min: number) => `Use at least ${min} characters.`;
export const tooLong = (max: number) => `Use at most ${formatNumber(max)} characters.`;
