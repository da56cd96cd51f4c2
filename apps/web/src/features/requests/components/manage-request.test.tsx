import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ActForm } from "@/features/requests/components/manage-request";

test.each(["complete", "cancel", "reopen"] as const)(
  "the submit button of the action “%s” is red, because contacts see the action",
  (act) => {
    const html = renderToStaticMarkup(
      <ActForm org={{ slug: "firm" }} requestId="request-1" act={act} />,
    );
    expect(html).toMatch(/<button type="submit"[^>]* bg-danger-fill /);
  },
);
