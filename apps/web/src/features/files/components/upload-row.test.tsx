import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UploadRow } from "@/features/files/components/upload-row";
import type { UploadEntry } from "@/features/files/types";

const nothing = () => {};
const rowOf = (entry: Partial<UploadEntry>, { isLeft = false } = {}) =>
  renderToStaticMarkup(
    <UploadRow
      isLeft={isLeft}
      entry={{
        key: "a",
        name: "ledger.pdf",
        bytes: 2_000_000,
        state: "sending",
        share: undefined,
        ...entry,
      }}
      uploads={{
        entries: [],
        add: nothing,
        cancel: nothing,
        cancelAll: nothing,
        retry: nothing,
        dismiss: nothing,
      }}
    />,
  );
const barOf = (markup: string) => markup.match(/<progress[^>]*>/)?.[0];

test("a paused upload keeps the bar with its progress", () => {
  const row = rowOf({ state: "paused", share: 0.6, message: "Paused." });
  expect(barOf(row)).toContain('value="60"');
  expect(barOf(row)).not.toContain("invisible");
  expect(row).toContain("Paused.");
});

test("an upload that continues after a reload shows no percentage until storage reports it", () => {
  const row = rowOf({ share: undefined });
  expect(row).not.toContain("%");
  expect(barOf(row)).toContain("invisible");
  expect(rowOf({ share: 0.4 })).toContain("40");
});

test("a failed upload has no bar", () => {
  expect(barOf(rowOf({ state: "failed", share: 0.6, message: "Too large." }))).toBeUndefined();
});

test("the row of a file whose item closed shows no error and no retry button", () => {
  for (const state of ["refused", "failed", "paused"] as const) {
    const row = rowOf({ state, message: "Reload the page." }, { isLeft: true });
    expect(row).toContain("2\u00a0MB");
    expect(row).not.toContain("Reload the page.");
    expect(row).not.toContain("Try again");
    expect(row).toContain("Remove ledger.pdf");
  }
});
