import { z } from "zod";

export const CHOICES = ["no_reminders", "firm", "left", "wrong_person"] as const;

export const choiceSchema = z.enum(CHOICES);

export const tokenSchema = z.string().regex(/^[0-9a-f]{32}$/);

export function tokenOfPath(pathname: string): string | null {
  return /^(?:\/api)?\/unsubscribe\/([0-9a-f]{32})$/.exec(pathname)?.[1] ?? null;
}
