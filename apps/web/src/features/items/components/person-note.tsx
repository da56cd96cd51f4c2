import type { ReactNode } from "react";
import { Monogram } from "@/components/ui/monogram";
import type { StaffPerson } from "@/features/items/types";

/** A text of a person of the firm, with the picture and the name. */
export function PersonNote({
  person,
  firm,
  children,
}: {
  /** Null if the person is not known. The firm is then the author. */
  person: StaffPerson | null | undefined;
  firm: string;
  children: ReactNode;
}) {
  const name = person?.name ?? firm;
  return (
    <div className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-3 text-md">
      <Monogram
        id={person?.userId ?? firm}
        name={name}
        shape="person"
        size={36}
        imageUrl={person?.imageUrl}
      />
      <div className="min-w-0">
        <p dir="auto">
          <span className="font-semibold">{name}</span>
          {person?.name ? <span className="text-ink-muted">, {firm}</span> : null}
        </p>
        {children}
      </div>
    </div>
  );
}
