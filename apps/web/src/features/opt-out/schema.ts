import { z } from "zod";

/** The choices of the page, in their order. */
export const CHOICES = ["no_reminders", "firm", "left", "wrong_person"] as const;

/** One of the page's choices. */
export const choiceSchema = z.enum(CHOICES);

/** A token in the address: 128 bits in hexadecimal digits. */
export const tokenSchema = z.string().regex(/^[0-9a-f]{32}$/);

/** Returns the token of an opt-out link, or of the route behind it; `null` for any other address. */
export function tokenOfPath(pathname: string): string | null {
  return /^(?:\/api)?\/unsubscribe\/([0-9a-f]{32})$/.exec(pathname)?.[1] ?? null;
}
