import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BouncedTab } from "@/features/inbox/components/bounced-tab";

test("the tab of bounced emails links to the inbox if no email has bounced", () => {
  const page = {
    rows: [],
    previous: null,
    next: null,
    extent: { skipped: 0, rows: 0, total: 0, pageSize: 50 },
  };
  const html = renderToStaticMarkup(<BouncedTab slug="acme" page={page} place={undefined} />);
  expect(html).toMatch(/<a [^>]*href="\/o\/acme"[^>]*>See answers to review<\/a>/);
});
