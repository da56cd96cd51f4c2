import type { ItemDefinition } from "@/features/items/types";

export type TemplateRow = {
  id: string;
  title: string;
  dueInDays: number;
  itemCount: number;
  archivedAt: string | null;
};

/** The content, exactly as the user typed it. */
export type TemplateContent = {
  title: string;
  message: string;
  dueInDays: number;
  items: ItemDefinition[];
};

export type Template = TemplateContent & { id: string; version: number; archivedAt: string | null };
