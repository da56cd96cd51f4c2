import type { ItemDefinition } from "@/features/items/types";

export type TemplateRow = {
  id: string;
  title: string;
  dueInDays: number;
  itemCount: number;
  /** The names of the sections, in the order of the items. */
  sections: string[];
  archivedAt: string | null;
  updatedAt: string;
};

/** The content of a template, as typed or as stored. */
export type TemplateContent = {
  title: string;
  message: string;
  dueInDays: number;
  items: ItemDefinition[];
};

/** The content that a preview of the template shows. */
export type TemplatePreview = TemplateContent & { id: string };

export type Template = TemplateContent & { id: string; version: number; archivedAt: string | null };
