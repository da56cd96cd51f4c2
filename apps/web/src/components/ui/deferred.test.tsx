import { expect, test } from "vitest";
import { Deferred } from "@/components/ui/deferred";

const shown = (isDocument: boolean) =>
  Deferred({ isDocument, fallback: "Loading", children: "Harbour & Lane" }).props;

test("Deferred renders the fallback during a navigation within the app, but not in a document", () => {
  expect(shown(true)).toMatchObject({ fallback: null, children: "Harbour & Lane" });
  expect(shown(false)).toMatchObject({ fallback: "Loading" });
});
