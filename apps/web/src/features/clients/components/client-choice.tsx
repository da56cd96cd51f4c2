"use client";

import { useEffect, useRef, useState } from "react";
import { useFormField } from "@/components/forms/form-context";
import { Combobox } from "@/components/ui/combobox";
import { Select } from "@/components/ui/select";
import { strings } from "@/features/clients/strings";

/** Up to this many clients, a native select is easier than a search. */
const SELECT_UP_TO = 50;

const NAME = "client_id";

/**
 * Lets the user choose a client by search. With few clients or without scripts, shows a native
 * select.
 */
export function ClientChoice({
  label,
  placeholder,
  clients,
  chosen,
}: {
  label: string;
  placeholder: string;
  clients: readonly { id: string; name: string }[];
  chosen?: string | undefined;
}) {
  const { id, error, submittedValue } = useFormField(NAME);
  const select = useRef<HTMLSelectElement>(null);
  const [picked, setPicked] = useState<string>();
  const first = submittedValue ?? chosen;
  const options = clients.map(({ id: value, name }) => ({ value, label: name }));

  // Keep the choice that the user made before hydration.
  useEffect(() => setPicked(select.current?.value ?? ""), []);

  const shared = { id, error, label, options, placeholder, name: NAME };
  if (picked === undefined || options.length <= SELECT_UP_TO) {
    return <Select ref={select} {...shared} defaultValue={first} />;
  }
  return (
    <Combobox
      {...shared}
      defaultValue={picked}
      search={strings.choice.search}
      empty={strings.choice.none}
    />
  );
}
