import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { ItemStatus } from "@/features/items/types";
import { ContactPreview } from "@/features/requests/components/contact-preview";
import { blankItem } from "@/features/requests/schema";

const item = (title: string, status: ItemStatus, required = true) => ({
  ...blankItem("text"),
  title,
  status,
  required,
});

function preview(...items: ReturnType<typeof item>[]): string {
  const html = renderToStaticMarkup(
    <ContactPreview
      firm={{
        name: "Northwind Advisers",
        logo: null,
        colors: null,
        timeZone: "Europe/London",
        sender: null,
      }}
      clientName="Lamplight Theatre"
      content={{ title: "Annual accounts", message: "Here is the list.", dueOn: null, items }}
      now="2026-11-29T12:00:00Z"
    />,
  );
  return html.replace(/<[^>]*>/g, "|").replace(/\|+/g, "|");
}

const OPTIONAL = item("Anything else?", "open", false);

// S-2.24
describe("the preview of an open request", () => {
  test("before the first answer, the message comes first and the button says “Start”", () => {
    expect(preview(item("Ledger", "open"), OPTIONAL)).toMatch(
      /Here is the list\..*0 of 1 done.*\|Start\|Needed from you\|.*\|Optional items\|/,
    );
  });

  test("after all required answers, the preview says that they are sent, and the message comes last", () => {
    const shown = preview(item("Ledger", "submitted"), OPTIONAL);
    expect(shown).toMatch(
      /1 of 1 done.*\|Everything required is sent\|.*\|Answer an optional item\|Items\|.*\|Optional items\|.*Here is the list\./,
    );
    expect(shown).not.toContain("Needed from you");
  });

  test("after all answers, the preview says that everything is sent", () => {
    expect(preview(item("Ledger", "accepted"), item("Stock", "submitted"))).toContain(
      "|Everything is sent|",
    );
  });

  test("while an optional answer needs correction, the preview does not say that everything is sent", () => {
    const shown = preview(item("Ledger", "accepted"), item("Stock", "returned", false));
    expect(shown).toContain("|Needs correction|");
    expect(shown).toContain("|Next item|");
    expect(shown).not.toContain("sent|");
  });
});
