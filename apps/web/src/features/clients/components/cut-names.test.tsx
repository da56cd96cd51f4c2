import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BouncedList } from "@/features/clients/components/bounced-list";
import { ClientList } from "@/features/clients/components/client-list";

const NAME = "مكتب النور للمحاسبة";

const cut = (markup: string) => markup.match(/<[^>]*\btruncate\b[^>]*>/g) ?? [];

test("truncates a long name at the end of its own writing direction", () => {
  const contact = {
    id: "1",
    name: NAME,
    email: "a@b.example",
    status: "bounced" as const,
    emailStop: null,
  };
  const lists = [
    <ClientList
      key="clients"
      slug="firm"
      clients={[{ id: "1", name: NAME, ref: null, contacts: [contact], openRequests: 0 }]}
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
    for (const tag of tags) expect(tag).toContain('dir="auto"');
  }
});
