import { z } from "zod";

/** The choices in the order of the page. */
export const CHOICES = ["no_reminders", "firm", "left", "wrong_person"] as const;

export const choiceSchema = z.enum(CHOICES);

/** A token in a URL: 128 bits as hexadecimal digits. */
export const tokenSchema = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * Returns the token of an opt-out path, or of the path of its route handler. Otherwise returns
 * `null`.
 */
export function tokenOfPath(pathname: string): string | null {
  return /^(?:\/api)?\/unsubscribe\/([0-9a-f]{32})$/.exec(pathname)?.[1] ?? null;
}
