import { expect, test } from "vitest";
import { Deferred } from "@/components/ui/deferred";

const shown = (isDocument: boolean) =>
  Deferred({ isDocument, fallback: "Loading", children: "Harbour & Lane" }).props;

test("Deferred omits the fallback in a document, and keeps the fallback after a navigation", () => {
  expect(shown(true)).toMatchObject({ fallback: null, children: "Harbour & Lane" });
  expect(shown(false)).toMatchObject({ fallback: "Loading" });
});
