import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ProgressLegend } from "@/features/requests/components/progress-legend";
import type { Request, RequestStatus } from "@/features/requests/types";

const show = (status: RequestStatus) =>
  renderToStaticMarkup(
    <ProgressLegend
      request={
        {
          status,
          items: [
            { status: "open", required: true },
            { status: "submitted", required: true },
            { status: "returned", required: true },
          ],
        } as Request
      }
    />,
  );

test("the legend of a closed request does not say that an item waits for a review or for the client", () => {
  expect(show("open")).toMatch(/to review.*returned.*waiting for client/);
  const closed = show("cancelled");
  expect(closed).toMatch(/not decided.*returned.*not answered/);
  expect(closed).not.toMatch(/waiting for client|to review/);
});
