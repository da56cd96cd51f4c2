import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FailureMessage } from "@/app/_components/failure/failure-page";

const textOf = (error: unknown) =>
  renderToStaticMarkup(<FailureMessage error={error} retry={() => {}} />).replace(/<[^>]*>/g, "|");
const referenceIn = (digest: string) => textOf({ digest }).match(/Reference \|([^|]*)/)?.[1];

test("a failed page shows the error's digest without trailing semicolons as the reference", () => {
  expect(referenceIn("BC;database;42501;;")).toBe("BC;database;42501");
  expect(referenceIn("BC;network;timeout;17;req-1")).toBe("BC;network;timeout;17;req-1");
  expect(referenceIn("899108609")).toBe("899108609");
});

test("a page that failed in the browser does not ask the user to send a reference, because the error has none", () => {
  expect(textOf({ digest: "1" })).toContain("send the reference");
  expect(textOf(new Error("no digest"))).not.toMatch(/reference/i);
});
