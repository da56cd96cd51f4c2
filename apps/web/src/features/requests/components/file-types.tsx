"use client";

import { ChevronDown } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { DetailsMenu } from "@/components/ui/details-menu";
import { FIELD_LABEL } from "@/components/ui/field";
import { ACCEPT_GROUPS, type AcceptGroup } from "@/features/files/schema";
import { acceptGroup } from "@/features/items/strings";
import { composer, fileTypes } from "@/features/requests/strings";
import { classNames } from "@/lib/style/class-names";
import { MENU } from "@/lib/style/menu";

export function FileTypes({ name, accept }: { name: string; accept: readonly AcceptGroup[] }) {
  const boxes = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState(accept);
  const read = () => {
    const checked = [...(boxes.current?.querySelectorAll<HTMLInputElement>(":checked") ?? [])];
    setChosen(ACCEPT_GROUPS.filter((group) => checked.some(({ value }) => value === group)));
  };
  // The user may have chosen types before hydration.
  useLayoutEffect(read, []);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p aria-hidden className={FIELD_LABEL}>
        {composer.accept}
      </p>
      <DetailsMenu name="item-menu" className="relative open:z-10">
        <summary className="control flex cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 grow truncate">
            <span className="sr-only">{composer.accept}: </span>
            {fileTypes(chosen)}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </summary>
        <fieldset
          ref={boxes}
          onInput={read}
          className={classNames(MENU, "left-0 w-full px-2.5 sm:min-w-68")}
        >
          <legend className="sr-only">{composer.accept}</legend>
          <p className="py-1 text-xs text-ink-muted">{composer.acceptHint}</p>
          {ACCEPT_GROUPS.map((group) => (
            <Checkbox
              key={group}
              name={name}
              value={group}
              label={acceptGroup[group]}
              defaultChecked={accept.includes(group)}
            />
          ))}
        </fieldset>
      </DetailsMenu>
    </div>
  );
}
