import { expect, test } from "vitest";
import { createItemsFirst } from "@/features/requests/draft/items-first";

/** Simulates a page with the details and two unsaved items. */
function open() {
  const page = { unsaved: ["a", "b"], missing: new Set<string>(), refused: [] as string[] };
  const sent: (string | null)[][] = [];
  const deferred: (() => void)[] = [];
  const first = createItemsFirst<string>("details", {
    unsaved: (refused) => {
      page.refused = [...refused];
      return page.unsaved;
    },
    hasForm: (id) => !page.missing.has(id),
    send: (id, button) => void sent.push([id, button]),
    defer: (run) => void deferred.push(run),
  });
  const press = (isValid = true) => first.submit({ isValid, button: "Save" });
  const save = (id: string) => {
    first.settle(id, true);
    for (const run of deferred.splice(0)) run();
  };
  return { ...first, page, sent, press, save };
}

test("saving a request saves its unsaved items one after the other, and then its details with the pressed button", () => {
  const { sent, press, save } = open();
  expect(press()).toBe(false);
  expect(sent).toEqual([["a", null]]);
  save("a");
  save("b");
  expect(sent).toEqual([
    ["a", null],
    ["b", null],
    ["details", "Save"],
  ]);
  expect(press()).toBe(true);
});

test("a second press of the button does not send a request's details while its items are being saved", () => {
  const { sent, press } = open();
  press();
  expect(press()).toBe(false);
  expect(sent).toEqual([["a", null]]);
});

test("a request's details are sent without its items if the server will refuse the details", () => {
  const { sent, press } = open();
  expect(press(false)).toBe(true);
  expect(sent).toEqual([]);
});

test("after an attempt to save a request's details has ended on the page, the next press saves the unsaved items first", () => {
  const { sent, press, onDetailsAnswer } = open();
  press(false);
  expect(press()).toBe(true);
  onDetailsAnswer();
  expect(press()).toBe(false);
  expect(sent).toEqual([["a", null]]);
});

test("after a refused item, nothing else of the request is saved until the user saves again", () => {
  const { page, sent, press, save, settle } = open();
  press();
  settle("a", false);
  save("b");
  expect(sent).toEqual([["a", null]]);
  press();
  expect(page.refused).toEqual(["a"]);
  expect(sent).toHaveLength(2);
  save("a");
  settle("b", false);
  press();
  expect(page.refused).toEqual(["b"]);
});

test("if someone else removes an unsaved item, the request's details are sent without the item", () => {
  const { page, sent, press, save } = open();
  press();
  page.missing.add("b");
  save("a");
  expect(sent).toEqual([
    ["a", null],
    ["details", "Save"],
  ]);
});

test("saving a single item does not send the request's details", () => {
  const { sent, save } = open();
  save("a");
  expect(sent).toEqual([]);
});
