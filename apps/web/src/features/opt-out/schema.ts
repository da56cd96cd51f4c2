import { z } from "zod";

/** The page lists the choices in this order. */
export const CHOICES = ["no_reminders", "firm", "left", "wrong_person"] as const;

export const choiceSchema = z.enum(CHOICES);

/** A token in the URL: 128 bits in hexadecimal digits. */
export const tokenSchema = z.string().regex(/^[0-9a-f]{32}$/);

/** Returns the token of an opt-out link or its route handler; `null` for any other address. */
export function tokenOfPath(pathname: string): string | null {
  return /^(?:\/api)?\/unsubscribe\/([0-9a-f]{32})$/.exec(pathname)?.[1] ?? null;
}
