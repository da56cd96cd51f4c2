import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { VersionField } from "@/components/forms/version-field";
import { stampOf } from "@/lib/drafts/version-stamp";
import { FormContext } from "@/lib/forms/form-context";

const MINE = { title: "Ledger" };
const THEIRS = { title: "General ledger" };

function sentAfterConflict(content: string | undefined) {
  const failure = {
    ok: false as const,
    code: "version_conflict",
    message: "Ben already changed this.",
    values: { version: stampOf(1, THEIRS) },
  };
  const html = renderToStaticMarkup(
    <FormContext value={{ formId: "item", isPending: false, failure }}>
      <VersionField version={1} base={MINE} content={content} />
    </FormContext>,
  );
  return html.match(/value="([^"]*)"/)?.[1]?.replaceAll("&quot;", '"');
}

// S-8.17
test.each([
  ["a form with merged fields", undefined],
  ["the form of an item that can be moved", "the content of the item"],
])(
  "after a conflict, %s sends a stamp of the saved values that the user saw, so that the next attempt overwrites only these",
  (_, content) => {
    expect(sentAfterConflict(content)).toBe(stampOf(1, THEIRS));
  },
);
