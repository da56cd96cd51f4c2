import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { CANONICAL_TYPES } from "@/features/files/schema";
import { FileDetails } from "@/features/review/components/file-details";
import { Viewer } from "@/features/review/components/viewer";
import { ViewerSelection } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import type { ReviewFile, ReviewSubmission } from "@/features/review/types";
import { firstPair, pairFiles } from "@/features/review/viewer/pairs";

// The tabs scroll to the current file when the page changes, which needs a router.
vi.mock("next/navigation", () => ({ usePathname: () => "/" }));

const SHA256 = "ab".repeat(32);

const fileOf = (extension: string, change: Partial<ReviewFile> = {}): ReviewFile => ({
  id: "f1",
  name: `paper.${extension}`,
  bytes: 2_048,
  mime: CANONICAL_TYPES[extension] ?? "",
  status: "ready",
  sha256: SHA256,
  createdAt: "2026-01-15T10:00:00Z",
  uploaderKind: "contact",
  uploaderName: "Ruth Bramble",
  ...change,
});

const versionOf = (no: number, change: Partial<ReviewSubmission>): ReviewSubmission => ({
  id: `v${no}`,
  itemId: "i1",
  no,
  status: "submitted",
  answer: null,
  notApplicable: false,
  clientNote: "",
  decisionNote: "",
  submittedAt: "2026-01-15T10:00:00Z",
  decidedAt: null,
  submittedBy: "ruth",
  submittedByName: "Ruth Bramble",
  isOnBehalf: false,
  decidedByName: null,
  submitter: null,
  decider: null,
  files: [],
  ...change,
});

function show(
  current: Partial<ReviewSubmission>,
  earlier?: Partial<ReviewSubmission>,
  choices: readonly string[] = [],
) {
  const previous = earlier ? versionOf(1, { status: "returned", ...earlier }) : null;
  const newest = versionOf(previous ? 2 : 1, current);
  const pairs = pairFiles(newest.files, previous?.files ?? []);
  return renderToStaticMarkup(
    <ViewerSelection
      initialId={firstPair(pairs, { id: undefined, isCompared: previous !== null })?.id ?? null}
    >
      <Viewer
        current={newest}
        previous={previous}
        pairs={pairs}
        isComparedFirst={previous !== null}
        choices={choices}
        isClosed={false}
        timeZone="Europe/London"
        now="2026-01-15T12:00:00Z"
      />
      <FileDetails pairs={pairs} record={null} />
    </ViewerSelection>,
  );
}

const showFile = (extension: string, change?: Partial<ReviewFile>) =>
  show({ files: [fileOf(extension, change)] });

const DOWNLOAD = '<a href="/files/f1?download"';

// S-2.27
test("shows images as images and offers every checked file for download", () => {
  for (const extension of Object.keys(CANONICAL_TYPES)) {
    const isPicture = ["png", "jpg", "jpeg", "webp"].includes(extension);
    const markup = showFile(extension);
    expect(markup.includes('<img src="/files/f1"'), extension).toBe(isPicture);
    expect(markup.includes(DOWNLOAD), extension).toBe(true);
    const hasNone = !isPicture && extension !== "pdf";
    expect(markup.includes(strings.noPreview), extension).toBe(hasNone);
  }
});

test("neither shows nor offers a file that is uploading, being checked, rejected or failed", () => {
  for (const status of ["uploading", "checking", "rejected", "failed"] as const) {
    const markup = showFile("png", { status, sha256: null });
    expect(markup, status).not.toContain("/files/f1");
  }
});

// S-1.10
test("shows the sender and fingerprint of each file, and says that no file was virus-scanned", () => {
  const markup = showFile("docx");
  expect(markup).toContain("Ruth Bramble");
  expect(markup).toContain(SHA256);
  expect(markup).toContain(strings.notScanned);
});

test("shows the changed file next to the one of the returned version", () => {
  const same = fileOf("png", { id: "s2", name: "same.png", sha256: "1" });
  const markup = show(
    { files: [same, fileOf("png", { id: "n", name: "sharp.png", sha256: "2" })] },
    {
      files: [{ ...same, id: "s1" }, fileOf("png", { id: "o", name: "blurred.png", sha256: "3" })],
    },
  );
  const [left, right] = [markup.indexOf('src="/files/o"'), markup.indexOf('src="/files/n"')];
  expect(left).toBeGreaterThan(0);
  expect(right).toBeGreaterThan(left);
  expect(markup).not.toContain('src="/files/s');
});

test("shows a file once if the returned version has the same one", () => {
  const file = fileOf("png", { id: "n", name: "photo.png" });
  const markup = show({ files: [file] }, { files: [{ ...file, id: "o" }] });
  expect(markup).toContain('src="/files/n"');
  expect(markup).not.toContain('src="/files/o"');
  expect(markup).toContain(strings.sameAs(1));
});

test("shows texts, dates, choices and reasons next to those of the returned version", () => {
  const text = show({ answer: { text: "Now signed" } }, { answer: { text: "Not signed" } });
  expect(text.indexOf("Not signed")).toBeGreaterThan(0);
  expect(text.indexOf("Now signed")).toBeGreaterThan(text.indexOf("Not signed"));
  expect(show({ answer: { date: "2026-03-31" } })).toContain("31 March 2026");
  const choice = show({ answer: { choices: ["Nest"] } }, undefined, ["Nest", "None"]);
  expect(choice).toMatch(/Nest(?!.*\(not chosen\).*Nest).*None.*\(not chosen\)/s);
  expect(show({ notApplicable: true, clientNote: "Sold it." })).toContain("Sold it.");
});
