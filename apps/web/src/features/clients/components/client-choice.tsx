"use client";

import type { Route } from "next";
import Link from "next/link";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { Combobox, type ComboboxOption, isMatch, SELECT_UP_TO } from "@/components/ui/combobox";
import { Select } from "@/components/ui/select";
import { useClientSearch } from "@/features/clients/hooks";
import { strings } from "@/features/clients/strings";
import type { ClientChoice, ClientChoices } from "@/features/clients/types";
import { useFormField } from "@/lib/forms/form-context";

const NAME = "client_id";

type Props = {
  org: string;
  label: string;
  placeholder: string;
  choices: ClientChoices;
  chosen: ClientChoice | null;
  onChoose: (client: { id: string; name: string } | null) => void;
};

function toOption({ id, name, ref, contact }: ClientChoice): ComboboxOption {
  const details = [ref, contact?.name, contact?.email].filter((text) => text != null);
  return { value: id, label: name, details };
}

const toClient = (option: ComboboxOption | undefined | null) =>
  option ? { id: option.value, name: option.label } : null;

function SearchField({
  org,
  choices,
  first,
  onChoose,
  ...shared
}: Pick<Props, "org" | "choices" | "label" | "placeholder" | "onChoose"> & {
  first: ComboboxOption | undefined;
  id: string;
  error: string | undefined;
}) {
  const { found, isSearching, hasFailed, search, retry } = useClientSearch(org);
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const hasResults = !isSearching && !hasFailed && found !== null && found.total > 0;
  // The search replaces the retry button, so move the focus to the search field first.
  const again = () => {
    input.current?.focus();
    retry();
  };
  const { clients, total } = found ?? choices;
  const known = clients.map(toOption);
  // During a search, the options are those of the last query. Show only matches, because Enter
  // selects an option.
  const options = isSearching ? known.filter((option) => isMatch(option, query)) : known;
  return (
    <Combobox
      {...shared}
      name={NAME}
      options={hasFailed ? [] : options}
      defaultOption={first}
      search={strings.choice.search}
      empty={
        isSearching ? (
          strings.choice.searching
        ) : hasFailed ? (
          <>
            {strings.choice.failed}{" "}
            <button type="button" onClick={again} className="link font-semibold">
              {strings.choice.retry}
            </button>
          </>
        ) : (
          strings.choice.none
        )
      }
      note={
        !isSearching && !hasFailed && total > clients.length
          ? strings.choice.more(clients.length)
          : null
      }
      status={hasResults ? strings.choice.found(total) : undefined}
      searchRef={input}
      onSearch={(typed) => {
        setQuery(typed);
        search(typed);
      }}
      onChoose={(option) => onChoose(toClient(option))}
    />
  );
}

export function ClientChoiceField({ org, label, placeholder, choices, chosen, onChoose }: Props) {
  const { id, error, submittedValue } = useFormField(NAME);
  const select = useRef<HTMLSelectElement>(null);
  const [picked, setPicked] = useState<string>();
  const { clients, total } = choices;
  const isListed = chosen === null || clients.some((client) => client.id === chosen.id);
  const options = (isListed ? clients : [chosen, ...clients]).map(toOption);
  const choose = (value: string) =>
    onChoose(toClient(options.find((option) => option.value === value)));
  const latest = useRef(choose);
  latest.current = choose;

  // Keep the choice that the user made before hydration.
  useEffect(() => {
    const value = select.current?.value ?? "";
    setPicked(value);
    latest.current(value);
  }, []);

  const shared = { id, error, label, placeholder };
  if (picked !== undefined && total > SELECT_UP_TO) {
    return (
      <SearchField
        {...shared}
        org={org}
        choices={choices}
        first={options.find(({ value }) => value === picked)}
        onChoose={onChoose}
      />
    );
  }
  return (
    <>
      <Select
        ref={select}
        {...shared}
        name={NAME}
        options={options}
        defaultValue={submittedValue ?? chosen?.id}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => choose(event.currentTarget.value)}
      />
      {total > clients.length ? (
        <p className="hidden text-ink-muted [@media(scripting:none)]:block">
          {strings.choice.withoutScripts(clients.length)}{" "}
          <Link href={`/o/${org}/clients` as Route} className="link">
            {strings.choice.find}
          </Link>
        </p>
      ) : null}
    </>
  );
}
