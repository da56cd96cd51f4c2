import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { contentFormAction, formAction } from "@/lib/forms/form-action.server";

type Options = { onUnavailable: (error: unknown, ...args: unknown[]) => unknown };

vi.mock("@/lib/backend/backend.server", () => ({
  action:
    (_run: unknown, { onUnavailable }: Options) =>
    (...args: unknown[]) =>
      onUnavailable(
        new BackendError({ kind: "network", code: "unreachable", message: "" }),
        ...args,
      ),
  guestAction: vi.fn(),
}));

test("formAction returns the form's input if the backend cannot be reached", async () => {
  const form = new FormData();
  form.set("note", "typed for ten minutes");
  const save = formAction({ run: (_input, _itemId: string) => null });
  expect(await save("item", null, form)).toMatchObject({
    ok: false,
    code: "network",
    values: { note: "typed for ten minutes" },
  });
});

test("contentFormAction returns the form's content if the backend cannot be reached", async () => {
  const form = new FormData();
  form.append("item", "Milk");
  form.append("item", "Bread");
  const save = contentFormAction({
    parse: () => ({ ok: true, data: null }),
    keepInput: ({ code }, sent) => ({ code, items: sent.getAll("item") }),
    run: () => ({ code: "", items: [] }),
  });
  expect(await save(null, form)).toEqual({ code: "network", items: ["Milk", "Bread"] });
});
