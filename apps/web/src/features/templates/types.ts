import type { ItemDefinition } from "@/features/items/types";

export type TemplateRow = {
  id: string;
  title: string;
  dueInDays: number;
  itemCount: number;
  sections: string[];
  archivedAt: string | null;
  updatedAt: string;
};

export type TemplateContent = {
  title: string;
  message: string;
  dueInDays: number;
  items: ItemDefinition[];
};

export type TemplatePreview = TemplateContent & { id: string };

export type Template = TemplateContent & { id: string; version: number; archivedAt: string | null };
