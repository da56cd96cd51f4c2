import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Item } from "@/features/items/types";
import { ProgressLegend } from "@/features/requests/components/progress-legend";
import type { Request, RequestStatus } from "@/features/requests/types";

const ITEMS = [
  { status: "open", required: true },
  { status: "submitted", required: true },
  { status: "returned", required: true },
] as Item[];

const show = (status: RequestStatus, items = ITEMS) =>
  renderToStaticMarkup(<ProgressLegend request={{ status, items } as Request} />);

const textOf = (items: readonly Partial<Item>[]) =>
  show("open", items as Item[]).replaceAll(/<[^>]*>/g, "");

test("the progress legend of a closed request does not say that an item waits for a review or for the client", () => {
  expect(show("open")).toMatch(/to review.*returned.*waiting for client/);
  const closed = show("cancelled");
  expect(closed).toMatch(/not decided.*returned.*not answered/);
  expect(closed).not.toMatch(/waiting for client|to review/);
});

test("the progress legend says how many required items need more, and adds the number of optional items", () => {
  const partial = { status: "partial", required: true } as const;
  const optional = { status: "accepted", required: false } as const;
  expect(textOf([partial, optional])).toBe("1 needs moreplus 1 optional item");
  expect(textOf([partial, partial, optional, optional])).toBe("2 need moreplus 2 optional items");
});

test("the progress legend of a request with only optional items starts with the number of these items", () => {
  expect(textOf([{ status: "open", required: false }])).toBe("1 optional item");
});
