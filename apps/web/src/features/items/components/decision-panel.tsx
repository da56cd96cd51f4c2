import { Banner } from "@/components/ui/banner";
import { latestSent } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { Item } from "@/features/items/types";

/** What the firm decided last, with its note; nothing while undecided. */
export function DecisionPanel({ item, firm }: { item: Item; firm: string }) {
  const texts = strings.item;
  const note = latestSent(item)?.decision_note ?? "";
  if (item.status === "returned" || item.status === "partial") {
    const title = item.status === "returned" ? texts.returned(firm) : texts.partial(firm);
    return (
      <Banner tone="warning" title={title}>
        <p className="whitespace-pre-wrap">{note}</p>
      </Banner>
    );
  }
  if (item.status === "accepted") {
    return (
      <Banner tone="success" title={texts.accepted(firm)}>
        {note ? <p className="whitespace-pre-wrap">{note}</p> : null}
      </Banner>
    );
  }
  if (item.status === "waived") {
    return (
      <Banner title={texts.waived(firm)}>
        {item.waive_note ? <p className="whitespace-pre-wrap">{item.waive_note}</p> : null}
      </Banner>
    );
  }
  return null;
}
