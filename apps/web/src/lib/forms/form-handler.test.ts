import { BackendError } from "@dossier/backend-client";
import { expect, test } from "vitest";
import { z } from "zod";
import { FAILED_SERVICE } from "@/lib/errors/form-sentences";
import { contentFormHandler, formHandler } from "@/lib/forms/form-handler";
import { line } from "@/lib/forms/text-schema";

const schema = z.object({ name: line({ min: 2, max: 9, missing: "Enter a name." }) });

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("formHandler calls `run` with the caller and the validated fields", async () => {
  const rename = formHandler<{ user: string }, typeof schema, [], string>({
    schema,
    run: ({ user, data }) => ({
      ok: true,
      data: `${user}: ${data.name}`,
    }),
  });
  expect(await rename({ user: "Ada" }, null, formWith({ name: " Lovelace " }))).toEqual({
    ok: true,
    data: "Ada: Lovelace",
  });
});

test("formHandler returns field errors with the input, and does not call `run`, if a field is invalid", async () => {
  const rename = formHandler({
    schema,
    run: () => {
      throw new Error("must not run");
    },
  });
  expect(await rename({}, null, formWith({ name: "", note: "mine" }))).toMatchObject({
    ok: false,
    code: "validation_failed",
    fieldErrors: { name: "Enter a name." },
    values: { name: "", note: "mine" },
  });
});

test("formHandler returns the input after a failure, but no passwords", async () => {
  const rename = formHandler<object, typeof schema, [], null>({
    schema,
    run: ({ fail }) =>
      fail(new BackendError({ kind: "network", code: "unreachable", message: "" })),
  });
  const form = formWith({ name: "Lovelace", password: "secret" });
  expect(await rename({}, null, form)).toEqual({
    ok: false,
    code: "network",
    message: FAILED_SERVICE,
    values: { name: "Lovelace" },
  });
});

test("formHandler validates with the schema that a function chooses for the form", async () => {
  const code = z.object({ code: z.string() });
  const step = formHandler<object, typeof code | typeof schema, [], string>({
    schema: (form: FormData) => (form.has("code") ? code : schema),
    run: ({ data }) => ({ ok: true, data: "code" in data ? data.code : data.name }),
  });
  expect(await step({}, null, formWith({ code: "1234" }))).toMatchObject({ data: "1234" });
  expect(await step({}, null, formWith({ name: "" }))).toMatchObject({
    fieldErrors: { name: "Enter a name." },
  });
});

test("formHandler passes the bound arguments and the form to `run` if there is no schema", async () => {
  const move = formHandler<object, z.ZodType, [string, number], unknown[]>({
    run: ({ form }, publicId, no) => ({
      ok: true,
      data: [publicId, no, form.get("to")],
    }),
  });
  expect(await move({}, "r1", 2, null, formWith({ to: "up" }))).toEqual({
    ok: true,
    data: ["r1", 2, "up"],
  });
});

const shop = contentFormHandler<object, string[], [string], { message: string; note: unknown }>({
  parse: (form) => {
    const items = form.getAll("item").map(String);
    if (items.length > 0) return { ok: true, data: items };
    return { ok: false, code: "validation_failed", message: "Add an item." };
  },
  keepInput: ({ message }, form) => ({ message, note: form.get("note") }),
  run: ({ data, form, fail }, title) => {
    const error = new BackendError({ kind: "network", code: "unreachable", message: "" });
    return { message: `${title}: ${data}, ${fail(error).code}`, note: form.get("note") };
  },
});

test("contentFormHandler calls `run` with the parsed content and returns its state", async () => {
  const state = await shop({}, "Shopping", null, formWith({ item: "Milk", note: "mine" }));
  expect(state).toEqual({ message: "Shopping: Milk, network", note: "mine" });
});

test("contentFormHandler keeps the input, and does not call `run`, if the form is refused", async () => {
  const state = await shop({}, "Shopping", null, formWith({ note: "mine" }));
  expect(state).toEqual({ message: "Add an item.", note: "mine" });
});

test("contentFormHandler waits for content that is read from a file", async () => {
  const read = contentFormHandler<object, string, [], string>({
    parse: async (form) => ({ ok: true, data: await (form.get("file") as File).text() }),
    keepInput: ({ message }) => message,
    run: ({ data }) => data,
  });
  const form = new FormData();
  form.set("file", new File(["Milk"], "items.txt"));
  expect(await read({}, null, form)).toBe("Milk");
});
