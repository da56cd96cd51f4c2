import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ItemFields } from "@/features/requests/components/item-fields";
import { blankItem, ITEM_KINDS } from "@/features/requests/schema";

test.for(ITEM_KINDS)(
  "the editor of an item of the kind %s shows the settings of the answer before the section",
  (kind) => {
    const html = renderToStaticMarkup(<ItemFields item={blankItem(kind)} />);
    const names = [...html.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name);
    expect(names.at(-1)).toBe("section");
    expect(names).toContain("required");
  },
);
