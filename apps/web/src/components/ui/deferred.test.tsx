import { expect, test } from "vitest";
import { Deferred } from "@/components/ui/deferred";

const shown = (isDocument: boolean) =>
  Deferred({ isDocument, fallback: "Loading", children: "Harbour & Lane" }).props;

test("a document has no fallback in its data, and a navigation has one", () => {
  expect(shown(true)).toMatchObject({ fallback: null, children: "Harbour & Lane" });
  expect(shown(false)).toMatchObject({ fallback: "Loading" });
});
