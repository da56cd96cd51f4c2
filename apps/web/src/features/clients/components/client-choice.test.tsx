import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ClientChoice } from "@/features/clients/components/client-choice";

// S-2.24
test("lists all clients in the select without scripts, however many there are", () => {
  const clients = Array.from({ length: 1_200 }, (_, no) => ({ id: `${no}`, name: `Client ${no}` }));
  const markup = renderToStaticMarkup(
    <ClientChoice label="Client" placeholder="Choose a client" clients={clients} chosen="1187" />,
  );
  expect(markup.match(/<option value="\d+"/g)).toHaveLength(1_200);
  expect(markup).toContain('<option value="1187" selected="">Client 1187</option>');
  expect(markup).toMatch(/<label for="([^"]+)".*<select id="\1" [^>]*name="client_id"/);
});
