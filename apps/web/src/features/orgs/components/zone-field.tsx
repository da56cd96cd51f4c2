"use client";

import { useEffect, useRef, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { Select } from "@/components/ui/select";
import { strings } from "@/features/orgs/strings";
import { browserZone } from "@/lib/browser/time-zone";
import { currentZoneName, type ZoneChoice } from "@/lib/format/time-zones";
import { useFormField } from "@/lib/forms/form-context";

const NAME = "time_zone";
const FALLBACK = "Europe/London";
const texts = strings.create;

/** When the scripts run, selects the browser's zone, unless the user has already chosen a zone. */
export function ZoneField({ zones }: { zones: readonly ZoneChoice[] }) {
  const { id, error, submittedValue } = useFormField(NAME);
  const select = useRef<HTMLSelectElement>(null);
  const [picked, setPicked] = useState<string>();
  const first = submittedValue ?? FALLBACK;

  useEffect(() => {
    const shown = select.current?.value ?? first;
    const own = currentZoneName(browserZone());
    const isOwnWanted = shown === FALLBACK && zones.some(({ value }) => value === own);
    // Do not replace a zone that the user chose before hydration.
    setPicked((now) => now ?? (isOwnWanted ? own : shown));
  }, [first, zones]);

  const shared = {
    id,
    error,
    name: NAME,
    label: texts.timeZone,
    hint: texts.timeZoneHint,
    options: zones,
  };
  return picked === undefined ? (
    <Select ref={select} {...shared} defaultValue={first} required />
  ) : (
    <Combobox
      {...shared}
      defaultOption={zones.find(({ value }) => value === picked)}
      placeholder={texts.timeZone}
      search={texts.searchZone}
      empty={texts.noZone}
    />
  );
}
