import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ListProgress } from "@/components/ui/segments";
import { BouncedList } from "@/features/clients/components/bounced-list";
import { ClientTable } from "@/features/clients/components/client-table";

const NAME = "مكتب النور للمحاسبة";

const ORG = {
  id: "1",
  name: "Firm",
  slug: "firm",
  logoPath: null,
  role: "owner" as const,
  timeZone: "UTC",
  requireMfa: false,
  brandColor: null,
};
const PROGRESS = {
  accepted: 0,
  submitted: 0,
  partial: 0,
  returned: 0,
  open: 1,
  waived: 0,
  optional: 0,
  waiting: 0,
};

function Clients({ progress = PROGRESS }: { progress?: ListProgress }) {
  return (
    <ClientTable
      org={ORG}
      now="2026-11-24T12:00:00Z"
      today="2026-11-24"
      clients={[
        {
          id: "1",
          name: NAME,
          ref: null,
          isArchived: false,
          contact: { name: NAME, email: "a@b.example" },
          hasBounced: false,
          openRequests: 1,
          toReview: 0,
          nextRequest: { title: NAME, dueOn: null, progress },
          assignee: { userId: "2", name: NAME, imageUrl: null },
          lastActivityAt: "2026-11-24T11:00:00Z",
        },
      ]}
    />
  );
}

const cut = (markup: string) => markup.match(/<[^>]*\btruncate\b[^>]*>/g) ?? [];

test("the lists of clients and of bounced emails show each truncated name in its own writing direction", () => {
  const contact = {
    id: "1",
    name: NAME,
    email: "a@b.example",
    status: "bounced" as const,
    emailStop: null,
  };
  const lists = [
    <Clients key="clients" />,
    <BouncedList
      key="bounced"
      slug="firm"
      contacts={[{ ...contact, clientId: "1", clientName: NAME }]}
    />,
  ];
  for (const list of lists) {
    const tags = cut(renderToStaticMarkup(list));
    expect(tags).not.toEqual([]);
    // References and email addresses have the class `text-ink-subtle` and are always left to right.
    for (const tag of tags)
      if (!tag.includes("text-ink-subtle")) expect(tag).toContain('dir="auto"');
  }
});

test("the row of a client whose next request has only optional items shows their number instead of a bar", () => {
  expect(renderToStaticMarkup(<Clients />)).toContain("0 of 1 accepted");
  const row = renderToStaticMarkup(<Clients progress={{ ...PROGRESS, open: 0, optional: 2 }} />);
  expect(row).toContain("2 optional items");
  expect(row).not.toContain("data-bar");
});
