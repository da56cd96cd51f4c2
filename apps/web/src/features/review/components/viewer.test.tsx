import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { CANONICAL_TYPES } from "@/features/files/schema";
import { FileDetails } from "@/features/review/components/file-details";
import { ItemIntro } from "@/features/review/components/item-intro";
import { Viewer } from "@/features/review/components/viewer";
import { ViewerSelection } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import type { ReviewFile, ReviewSubmission } from "@/features/review/types";
import { firstPair, pairFiles } from "@/features/review/viewer/pairs";

// The file tabs scroll to the current file after a navigation, so they read the path.
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

const ITEM = { title: "Your trade", help: "The main one." };

function show(
  current: Partial<ReviewSubmission>,
  earlier?: Partial<ReviewSubmission>,
  choices: readonly string[] = [],
  isCompared = earlier !== undefined,
) {
  const previous = earlier ? versionOf(1, { status: "returned", ...earlier }) : null;
  const newest = versionOf(previous ? 2 : 1, current);
  const pairs = pairFiles(newest.files, previous?.files ?? []);
  return renderToStaticMarkup(
    <ViewerSelection
      initialId={firstPair(pairs, { id: undefined, isCompared })?.id ?? null}
      isComparedFirst={isCompared}
    >
      <ItemIntro item={ITEM} pairs={pairs}>
        {null}
      </ItemIntro>
      <Viewer
        current={newest}
        previous={previous}
        pairs={pairs}
        help={ITEM.help}
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

const UNSCANNED = "Files are not scanned for viruses.";
const DOWNLOAD = '<a href="/files/f1?download"';

// S-2.27
test("the viewer shows images, loads PDFs and text files, and offers every checked file for download", () => {
  for (const extension of Object.keys(CANONICAL_TYPES)) {
    const isPicture = ["png", "jpg", "jpeg", "webp"].includes(extension);
    const markup = showFile(extension);
    expect(markup.includes('<img src="/files/f1"'), extension).toBe(isPicture);
    expect(markup.includes(DOWNLOAD), extension).toBe(true);
    const isPrepared = ["pdf", "csv", "txt"].includes(extension);
    expect(markup.includes(strings.loading), extension).toBe(isPrepared);
    expect(markup.includes(strings.noPreview), extension).toBe(!isPicture && !isPrepared);
    const hasZoom = isPicture || extension === "pdf";
    expect(markup.includes(`aria-label="${strings.zoom}"`), extension).toBe(hasZoom);
  }
});

test("the viewer lists the files in tabs only if the answer has several files", () => {
  const tabs = `<nav aria-label="${strings.files}"`;
  expect(showFile("pdf")).not.toContain(tabs);
  expect(showFile("pdf")).toContain("paper.pdf");
  const several = show({ files: [fileOf("pdf"), fileOf("png", { id: "f2" })] });
  expect(several).toContain(tabs);
  expect(
    several
      .split(tabs)[1]
      ?.match(/<li\b.*?<\/nav>/)?.[0]
      .match(/<li\b/g),
  ).toHaveLength(2);
});

test("the viewer shows no preview and no download of a file that is uploading, being checked, rejected or failed", () => {
  for (const status of ["uploading", "checking", "rejected", "failed"] as const) {
    const markup = showFile("png", { status, sha256: null });
    expect(markup, status).not.toContain("/files/f1");
    expect(markup, status).not.toContain("File type checked");
    expect(markup, status).toContain(UNSCANNED);
  }
});

// S-1.10
test("the review shows the sender, fingerprint and check of a file, and says separately that files are not scanned for viruses", () => {
  const markup = showFile("docx");
  expect(markup).toContain("Ruth Bramble");
  expect(markup).toContain(SHA256);
  expect(markup).toContain("<dd>File type checked</dd>");
  expect(markup).toContain(`</dl><p class="text-ink-muted">${UNSCANNED}</p>`);
  const several = show({ files: [fileOf("pdf"), fileOf("png", { id: "f2" })] });
  expect(several.split("scanned for viruses")).toHaveLength(2);
});

test("the review of an answer without files does not mention a scan for viruses", () => {
  expect(show({ answer: { text: "We bake bread." } })).not.toContain("viruses");
});

test("the viewer shows the changed file next to the file of the returned version", () => {
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

test("the viewer shows a file once if the returned version has the same file", () => {
  const file = fileOf("png", { id: "n", name: "photo.png" });
  const markup = show({ files: [file] }, { files: [{ ...file, id: "o" }] });
  expect(markup).toContain('src="/files/n"');
  expect(markup).not.toContain('src="/files/o"');
  expect(markup).toContain(strings.sameAs(1));
});

test("the viewer shows dates, choices and reasons, and a text next to the text of the returned version", () => {
  const text = show({ answer: { text: "Now signed" } }, { answer: { text: "Not signed" } });
  expect(text.indexOf("Not signed")).toBeGreaterThan(0);
  expect(text.indexOf("Now signed")).toBeGreaterThan(text.indexOf("Not signed"));
  expect(show({ answer: { date: "2026-03-31" } })).toContain("31\u00a0March\u00a02026");
  const choice = show({ answer: { choices: ["Nest"] } }, undefined, ["Nest", "None"]);
  expect(choice).toMatch(/Nest(?!.*\(not chosen\).*Nest).*None.*\(not chosen\)/s);
  expect(show({ notApplicable: true, clientNote: "Sold it." })).toContain("Sold it.");
});

const HELP = /The main one\./g;
const TITLE = /Your trade/g;

test("the review shows the title and the help text of an item with files once, whether or not two versions are compared", () => {
  const files = [fileOf("png")];
  for (const isCompared of [true, false]) {
    const markup = show({ files }, { files }, [], isCompared);
    expect(markup.match(HELP)).toHaveLength(1);
    expect(markup.match(TITLE)).toHaveLength(1);
  }
});

test("the viewer shows the help text of the item above an answer without files", () => {
  const written = show({ answer: { text: "Carpenter" } });
  const viewer = written.slice(written.indexOf("data-written"));
  expect(viewer.indexOf("The main one.")).toBeGreaterThan(0);
  expect(viewer.indexOf("Carpenter")).toBeGreaterThan(viewer.indexOf("The main one."));
  expect(showFile("png")).not.toContain("data-written");
});

test("the review of an item without files shows the help text in the viewer on phones, and otherwise in the panel with the title", () => {
  const files = [fileOf("png")];
  const reason = { notApplicable: true, clientNote: "Sold it." };
  const pages = [
    show({ answer: { text: "Carpenter" } }),
    show({ answer: { choices: ["Nest"] } }),
    show(reason),
    show(reason, { files }, [], false),
  ];
  for (const markup of pages) {
    expect(markup.match(/<header class="[^"]*md:hidden">.*?<\/header>/s)?.[0]).toContain(
      "The main one.",
    );
    expect(markup).toMatch(/<p [^>]*max-md:hidden"[^>]*>Your trade</);
    expect(markup).toMatch(/<p [^>]*max-md:hidden"[^>]*>The main one\.</);
    expect(markup.match(TITLE)).toHaveLength(1);
    expect(markup.match(HELP)).toHaveLength(2);
  }
});

test("the viewer marks chosen values without an icon, which could look like a status", () => {
  const markup = show({ answer: { choices: ["Nest"] } }, undefined, ["Nest", "None"]);
  const list = markup.slice(markup.lastIndexOf("<ul"));
  expect(list).toContain("Nest");
  expect(list).not.toContain("<svg");
});

test("on phones, the panel repeats a title that may be too long for the bar", () => {
  const titleClass = (title: string) =>
    renderToStaticMarkup(
      <ViewerSelection initialId={null} isComparedFirst={false}>
        <ItemIntro item={{ title, help: "" }} pairs={[]}>
          {null}
        </ItemIntro>
      </ViewerSelection>,
    ).match(/<p [^>]*class="([^"]*)"/)?.[1];
  expect(titleClass("x".repeat(40))).toContain("max-md:hidden");
  expect(titleClass("x".repeat(41))).not.toContain("max-md:hidden");
});
