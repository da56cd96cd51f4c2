import { expect, test } from "vitest";
import { parseForm } from "@/lib/forms/form-state";
import { count, flag, ids } from "@/lib/forms/hidden-fields";

const ID = "6f1f7f0e-8d3b-4f57-9f5e-0d6a8f1b2c3d";
const OTHER_ID = "0b9a9a2e-5c64-4e0c-8c39-2f6d1f3a7e55";
const NIL = "00000000-0000-0000-0000-000000000000";

function formOf(entries: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("ids replaces an id that is not a UUID with the nil UUID, and keeps a missing id empty", () => {
  const form = formOf([
    ["request_id", ID],
    ["client_id", ""],
    ["item_id", "x".repeat(1_000_000)],
    ["contact_id", `${ID}' or true`],
    ["template_id", new File([ID], "id.txt")],
  ]);
  const schema = ids("request_id", "client_id", "item_id", "contact_id", "template_id", "org_id");
  expect(parseForm(schema, form)).toEqual({
    ok: true,
    data: {
      requestId: ID,
      clientId: "",
      itemId: NIL,
      contactId: NIL,
      templateId: "",
      orgId: "",
    },
  });
});

test("ids uses the first value of a repeated field", () => {
  const form = formOf([
    ["item_id", ID],
    ["item_id", OTHER_ID],
  ]);
  expect(parseForm(ids("item_id"), form)).toEqual({ ok: true, data: { itemId: ID } });
});

test("ids accepts the other fields of a form, but does not return them", () => {
  const form = formOf([
    ["item_id", ID],
    ["org", "alpha"],
  ]);
  expect(parseForm(ids("item_id"), form)).toEqual({ ok: true, data: { itemId: ID } });
});

test("flag is true only for the text true", () => {
  const schema = ids().extend({ archived: flag });
  for (const [text, archived] of [
    ["true", true],
    ["false", false],
    ["on", false],
  ] as const) {
    expect(parseForm(schema, formOf([["archived", text]]))).toEqual({
      ok: true,
      data: { archived },
    });
  }
  expect(parseForm(schema, formOf([]))).toEqual({ ok: true, data: { archived: false } });
});

test("count is 0 for a missing field and NaN for a text that is not a number", () => {
  const schema = ids().extend({ position: count });
  for (const [text, position] of [
    ["3", 3],
    ["x", Number.NaN],
  ] as const) {
    expect(parseForm(schema, formOf([["position", text]]))).toEqual({
      ok: true,
      data: { position },
    });
  }
  expect(parseForm(schema, formOf([]))).toEqual({ ok: true, data: { position: 0 } });
});
