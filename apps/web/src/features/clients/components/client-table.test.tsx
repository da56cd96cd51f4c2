import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
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
const PROGRESS = { accepted: 0, submitted: 0, partial: 0, returned: 0, open: 1, waived: 0 };

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
    <ClientTable
      key="clients"
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
          nextRequest: { title: NAME, dueOn: null, progress: PROGRESS },
          assignee: { userId: "2", name: NAME, imageUrl: null },
          lastActivityAt: "2026-11-24T11:00:00Z",
        },
      ]}
    />,
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
