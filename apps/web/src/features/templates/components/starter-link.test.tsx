import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { StarterLink } from "@/features/templates/components/starter-link";
import { loadTemplates } from "@/features/templates/loaders";

vi.mock("@/features/templates/loaders", () => ({ loadTemplates: vi.fn() }));

const linksFor = async (titles: readonly string[]) => {
  const active = titles.map((title) => ({ id: title, title }));
  vi.mocked(loadTemplates).mockResolvedValue({ active, archived: [] } as never);
  const html = renderToStaticMarkup(await StarterLink({ slug: "acme" }));
  return html.match(/<a [^>]*href="([^"]*)"/g) ?? [];
};

test("the empty list of requests has one link to the templates, or none without a template", async () => {
  expect(await linksFor(["Year-end", "Payroll", "Mortgage"])).toHaveLength(1);
  expect(await linksFor([])).toEqual([]);
});
