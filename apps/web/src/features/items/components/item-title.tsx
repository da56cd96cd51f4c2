import { strings } from "@/features/items/strings";
import type { ContactRequest, Item } from "@/features/items/types";
import { formatDate } from "@/lib/format/format";

/** The head of an item's page: section, due date, title and help. */
export function ItemTitle({ item, request }: { item: Item; request: ContactRequest }) {
  const texts = strings.item;
  const facts = [
    item.section,
    item.required ? "" : strings.optional,
    request.dueOn && request.status === "open" ? texts.due(formatDate(request.dueOn)) : "",
  ].filter((fact) => fact !== "");
  return (
    <header>
      {facts.length > 0 ? (
        <p dir="auto" className="mb-0.5 text-sm font-medium text-ink-subtle">
          {facts.join(" · ")}
        </p>
      ) : null}
      <h1 dir="auto" className="text-2xl font-heading">
        {item.title}
      </h1>
      {item.help ? (
        <p dir="auto" className="mt-1 whitespace-pre-wrap text-ink-muted">
          {item.help}
        </p>
      ) : null}
    </header>
  );
}
