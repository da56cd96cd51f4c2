import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ClientChoiceField } from "@/features/clients/components/client-choice";

const client = (no: number) => ({ id: `${no}`, name: `Client ${no}`, ref: null, contact: null });

const show = (total: number, chosen: ReturnType<typeof client> | null) =>
  renderToStaticMarkup(
    <ClientChoiceField
      org="firm"
      label="Client"
      placeholder="Choose a client"
      choices={{
        clients: Array.from({ length: Math.min(total, 50) }, (_, no) => client(no)),
        total,
      }}
      chosen={chosen}
      onChoose={() => {}}
    />,
  );

// S-2.24
test("without scripts, the field for the client is a select with the first fifty clients and the chosen client", () => {
  const markup = show(1_200, client(1_187));
  expect(markup.match(/<option value="\d+"/g)).toHaveLength(51);
  expect(markup).toContain('<option value="1187" selected="">Client 1187</option>');
  expect(markup).toMatch(/<label for="([^"]+)".*<select id="\1" [^>]*name="client_id"/);
});

test("without scripts, the field for the client links to the list of clients if its select omits some clients", () => {
  expect(show(51, null)).toContain('href="/o/firm/clients"');
  expect(show(50, null)).not.toContain("/o/firm/clients");
});
