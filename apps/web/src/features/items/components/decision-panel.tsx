import { Banner } from "@/components/ui/banner";
import { isClosed, latestSent } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { AnsweredItem, ContactRequest } from "@/features/items/types";

/** Shows the last decision. If the request is closed, does not ask the contact to act. */
export function DecisionPanel({ item, request }: { item: AnsweredItem; request: ContactRequest }) {
  const texts = strings.item;
  const { firm } = request;
  const note = latestSent(item)?.decisionNote ?? "";
  if (isClosed(request) && item.status !== "accepted" && item.status !== "waived") {
    return (
      <Banner title={texts.closed}>
        {note ? <p className="whitespace-pre-wrap">{note}</p> : null}
      </Banner>
    );
  }
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
        {item.waiveNote ? <p className="whitespace-pre-wrap">{item.waiveNote}</p> : null}
      </Banner>
    );
  }
  return null;
}
