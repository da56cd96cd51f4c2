import { CirclePlus, CornerUpLeft } from "lucide-react";
import { Banner } from "@/components/ui/banner";
import { PersonNote } from "@/features/items/components/person-note";
import { isClosed, latestSent } from "@/features/items/selectors";
import { strings } from "@/features/items/strings";
import type { AnsweredItem, ContactRequest, StaffPerson } from "@/features/items/types";
import { classNames } from "@/lib/style/class-names";

const texts = strings.item;

function NeedsMore({
  status,
  note,
  person,
  firm,
}: {
  status: "returned" | "partial";
  note: string;
  person: StaffPerson | undefined;
  firm: string;
}) {
  const isReturned = status === "returned";
  const Icon = isReturned ? CornerUpLeft : CirclePlus;
  return (
    <section
      className={classNames(
        "flex flex-col gap-2.5 rounded-xl border p-3.5",
        isReturned ? "border-danger/30 bg-danger-soft" : "border-warning/30 bg-warning-soft",
      )}
    >
      <h2
        className={classNames(
          "flex gap-2 font-heading",
          isReturned ? "text-danger" : "text-warning",
        )}
      >
        <Icon
          aria-hidden
          className={classNames(
            "h-[1lh] w-5 shrink-0",
            isReturned ? "text-danger-mark" : "text-warning-mark",
          )}
        />
        {isReturned ? texts.returned(firm) : texts.partial(firm)}
      </h2>
      <PersonNote person={person} firm={firm}>
        <p dir="auto" className="whitespace-pre-wrap">
          {note}
        </p>
      </PersonNote>
    </section>
  );
}

export function LastDecision({
  item,
  request,
  people,
}: {
  item: AnsweredItem;
  request: ContactRequest;
  people: readonly StaffPerson[];
}) {
  const { firm } = request;
  const decided = latestSent(item);
  const note = decided?.decisionNote ?? "";
  const noteText = note ? (
    <p dir="auto" className="whitespace-pre-wrap">
      {note}
    </p>
  ) : null;
  if (isClosed(request) && item.status !== "accepted" && item.status !== "waived") {
    return <Banner title={texts.closed}>{noteText}</Banner>;
  }
  if (item.status === "returned" || item.status === "partial") {
    const person = people.find(({ userId }) => userId === decided?.decidedBy);
    return <NeedsMore status={item.status} note={note} person={person} firm={firm} />;
  }
  if (item.status === "accepted") {
    return (
      <Banner tone="success" title={texts.accepted(firm)}>
        {noteText}
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
