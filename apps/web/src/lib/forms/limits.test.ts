import { expect, test } from "vitest";
import { ACCEPT_GROUPS } from "@/features/files/schema";
import { baseText } from "@/features/requests/draft/clean";
import {
  BASE,
  blankItem,
  findProblems,
  MAX_CONTACTS,
  readBase,
  readDraft,
} from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";
import { cleanTemplate } from "@/features/templates/schema";
import { stampOf } from "@/lib/drafts/version-stamp";
import { MAX_FORM_BYTES, MAX_ITEMS } from "@/lib/forms/limits";

/** Returns characters of four bytes each, the largest size in UTF-8. */
const wide = (characters: number, no = 0) => String.fromCodePoint(0x20000 + no).repeat(characters);

const TODAY = "2030-05-03";

const largest: DraftInput = {
  title: wide(120),
  message: wide(2_000),
  dueOn: "2031-05-03",
  assigneeId: crypto.randomUUID(),
  contactIds: Array.from({ length: MAX_CONTACTS }, () => crypto.randomUUID()),
  items: Array.from({ length: MAX_ITEMS }, () => ({
    ...blankItem("choice"),
    id: crypto.randomUUID(),
    section: wide(60),
    title: wide(120),
    help: wide(2_000),
    options: { choices: Array.from({ length: 30 }, (_, no) => wide(120, no)), multiple: true },
    accept: [...ACCEPT_GROUPS],
  })),
};

function formOf({ title, message, dueOn, assigneeId, contactIds, items }: DraftInput) {
  const form = new FormData();
  form.set("title", title);
  form.set("message", message);
  form.set("due_on", dueOn ?? "");
  form.set("assignee_id", assigneeId ?? "");
  for (const id of contactIds) form.append("contact_ids", id);
  for (const [index, item] of items.entries()) {
    const set = (name: string, value: string) => form.append(`items.${index}.${name}`, value);
    set("id", item.id ?? "");
    set("kind", item.kind);
    for (const name of ["section", "title", "help"] as const) set(name, item[name]);
    set("choices", item.options.choices.join("\n"));
    set("multiple", "on");
    set("required", "on");
    set("max_files", String(item.maxFiles));
    for (const group of item.accept) set("accept", group);
  }
  return form;
}

const sizeOf = async (form: FormData) => (await new Response(form).arrayBuffer()).byteLength;

test("a form with the largest draft and a base version of the same size is valid and within the maximum form size", async () => {
  const form = formOf(largest);
  form.set(BASE, baseText(largest));
  expect(findProblems(readDraft(form), TODAY)).toEqual({});
  expect(readDraft(form)).toEqual(largest);
  expect(readBase(form)).toBeDefined();
  expect(await sizeOf(form)).toBeLessThan(MAX_FORM_BYTES);
});

test("a form with the largest template and a base version of the same size is within the maximum form size", async () => {
  const form = formOf(largest);
  form.set("version", stampOf(1, cleanTemplate({ ...largest, dueInDays: 14 })));
  expect(await sizeOf(form)).toBeLessThan(MAX_FORM_BYTES);
});
