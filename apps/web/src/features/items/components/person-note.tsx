import type { ReactNode } from "react";
import { Monogram } from "@/components/ui/monogram";
import type { StaffPerson } from "@/features/items/types";

export function PersonNote({
  person,
  firm,
  children,
}: {
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
        {/* Only screen readers get the comma. If the name of the firm wraps, a visible comma would
            end the first line. */}
        <p dir="auto" className="flex flex-wrap gap-x-2">
          <span className="min-w-0 font-semibold">{name}</span>
          {person?.name ? (
            <>
              <span className="sr-only">, </span>
              <span className="min-w-0 text-ink-muted">{firm}</span>
            </>
          ) : null}
        </p>
        {children}
      </div>
    </div>
  );
}
