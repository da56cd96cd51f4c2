import type { ItemDefinition } from "@/features/items/types";

/** A template in a list. */
export type TemplateRow = {
  id: string;
  title: string;
  dueInDays: number;
  itemCount: number;
  archivedAt: string | null;
};

/** The content of a template, as typed in its editor. */
export type TemplateContent = {
  title: string;
  message: string;
  dueInDays: number;
  items: ItemDefinition[];
};

/** A checklist to start requests from. */
export type Template = TemplateContent & { id: string; version: number; archivedAt: string | null };
