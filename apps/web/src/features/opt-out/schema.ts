import { z } from "zod";

/** In the order of the page. */
export const CHOICES = ["no_reminders", "firm", "left", "wrong_person"] as const;

export const choiceSchema = z.enum(CHOICES);

/** 128 bits as hexadecimal digits. */
export const tokenSchema = z.string().regex(/^[0-9a-f]{32}$/);

/** Accepts the path of the route handler too. */
export function tokenOfPath(pathname: string): string | null {
  return /^(?:\/api)?\/unsubscribe\/([0-9a-f]{32})$/.exec(pathname)?.[1] ?? null;
}
