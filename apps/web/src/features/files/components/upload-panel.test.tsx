import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FileRowEntry } from "@/features/files/components/file-row";
import { UploadPanel } from "@/features/files/components/upload-panel";
import type { AcceptGroup } from "@/features/files/schema";

const nothing = () => {};
const file: FileRowEntry = {
  id: "a",
  name: "ledger.pdf",
  bytes: 2_000_000,
  status: "ready",
  sha256: null,
  rejectCode: null,
  sender: "you",
};
const panelOf = (maxFiles: number, accept: readonly AcceptGroup[] = []) =>
  renderToStaticMarkup(
    <UploadPanel
      uploads={{
        entries: [],
        add: nothing,
        cancel: nothing,
        cancelAll: nothing,
        retry: nothing,
        dismiss: nothing,
      }}
      title="Ledgers"
      accept={accept}
      maxFiles={maxFiles}
      files={[file]}
      isClosed={false}
      audience="contact"
    />,
  );

test("an item with its maximum number of files does not say that files can be dropped", () => {
  expect(panelOf(2)).toContain("You can also drop files here.");
  expect(panelOf(1)).toContain("This item can have one file.");
  expect(panelOf(1)).not.toContain("drop files");
});

test("the upload hint joins the accepted file types with “or”", () => {
  expect(panelOf(3, ["image", "pdf"])).toContain("Images or PDF. Up to 3 files, 100\u00a0MB each.");
});
