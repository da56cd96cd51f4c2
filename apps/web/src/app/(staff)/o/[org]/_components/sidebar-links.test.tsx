import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { SidebarLinks } from "@/app/(staff)/o/[org]/_components/sidebar-links";
import type { WorkCounts } from "@/features/inbox/types";

vi.mock("next/navigation", () => ({
  usePathname: () => "/o/firm/requests",
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("@/features/inbox/hooks", () => ({
  useLiveCounts: (_org: object, counts: WorkCounts) => counts,
}));

const NONE: WorkCounts = {
  readAt: 0,
  toReview: 0,
  toReviewMine: 0,
  openRequests: 0,
  openMine: 0,
  overdue: 0,
  dueThisWeek: 0,
  bounced: 0,
  drafts: 0,
  requests: 0,
};

function textsOf(counts: Partial<WorkCounts>): string[] {
  const html = renderToStaticMarkup(
    <SidebarLinks org={{ id: "org-1", slug: "firm" }} counts={{ ...NONE, ...counts }} />,
  );
  return [...html.matchAll(/<a .*?<\/a>/g)].map(([link]) => link.replace(/<[^>]*>/g, ""));
}

test("the navigation shows the number of answers to review and the number of open requests", () => {
  expect(textsOf({ toReview: 99, openRequests: 7 })).toEqual([
    "Inbox, to review: 99",
    "Requests, open: 7",
    "Clients",
    "Templates",
  ]);
});

test("the navigation shows “99+” instead of a count above 99, and hides a count of zero", () => {
  expect(textsOf({ toReview: 100, openRequests: 10_001, requests: 10_001 })).toEqual([
    "Inbox, to review: 99+",
    "Requests, open: 99+",
    "Clients",
    "Templates",
    "Assigned to me",
    "Overdue",
    "Due this week",
  ]);
});

test("the navigation links to the filtered lists of requests, with counts, only if the firm has at least five requests", () => {
  const counts = { openMine: 2, overdue: 100, dueThisWeek: 1 };
  expect(textsOf({ ...counts, requests: 4 })).toHaveLength(4);
  expect(textsOf({ ...counts, requests: 5 }).slice(4)).toEqual([
    "Assigned to me, open: 2",
    "Overdue, open: 99+",
    "Due this week, open: 1",
  ]);
});
