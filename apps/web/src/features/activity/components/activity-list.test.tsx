import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ActivityList } from "@/features/activity/components/activity-list";
import { groupEvents } from "@/features/activity/grouping/groups";
import type { ActivityEvent } from "@/features/activity/types";

const event = (id: number, action: string): ActivityEvent => ({
  id,
  no: id,
  hash: "",
  actorKind: "contact",
  actorId: "ada",
  actorName: "Ada Okafor",
  action,
  entityId: "item",
  data: {},
  at: "2026-11-23T12:00:00Z",
});

test("the list of events writes “Yesterday” with a capital letter", () => {
  const groups = groupEvents([event(2, "item.submitted"), event(1, "file.ready")]);
  const markup = renderToStaticMarkup(
    <ActivityList
      groups={groups}
      names={{ item: () => "an item", contact: () => "Ada Okafor" }}
      timeZone="UTC"
      now="2026-11-24T12:00:00Z"
    />,
  );
  expect(markup).toContain("Yesterday");
  expect(markup).not.toContain("yesterday");
});
