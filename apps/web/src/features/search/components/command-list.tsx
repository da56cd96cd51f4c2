"use client";

import { Search } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { CommandClose } from "@/components/ui/command-dialog";
import { CommandRow } from "@/features/search/components/command-row";
import { type Command, type CommandGroup, moveSelection } from "@/features/search/menu/commands";
import { strings } from "@/features/search/strings";
import { useOverflow } from "@/lib/browser/use-overflow";
import { classNames } from "@/lib/style/class-names";

/** During a search, Enter waits for the results, unless the user has selected a row. */
export function CommandList({
  query,
  onQuery,
  groups,
  isSearching,
  onRun,
  notice,
  ref,
}: {
  query: string;
  onQuery: (query: string) => void;
  groups: readonly CommandGroup[];
  isSearching: boolean;
  onRun: (command: Command, row: HTMLElement, inNewTab: boolean) => void;
  notice?: ReactNode;
  ref: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { hasMore } = useOverflow(list, groups);
  const [chosen, setChosen] = useState<string>();
  const isEnterDue = useRef<"here" | "new tab">(undefined);
  const commands = groups.flatMap((group) => group.commands);
  const selected = commands.some(({ key }) => key === chosen) ? chosen : commands[0]?.key;
  const isOffer = commands.find(({ key }) => key === selected)?.isOffer === true;
  const rowId = (key: string) => `${id}-${key}`;

  const run = (key: string | undefined, inNewTab: boolean) => {
    const command = commands.find((each) => each.key === key);
    const row = key && document.getElementById(rowId(key));
    if (command && row) onRun(command, row, inNewTab);
  };
  const enter = useRef(run);
  enter.current = run;
  useEffect(() => {
    if (isSearching || !isEnterDue.current) return;
    const inNewTab = isEnterDue.current === "new tab";
    isEnterDue.current = undefined;
    if (!isOffer) enter.current(selected, inNewTab);
  }, [isSearching, selected, isOffer]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Ignore keys that belong to the composition of characters, for example of Japanese characters.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = moveSelection(commands, selected, event.key === "ArrowDown" ? 1 : -1);
      setChosen(next);
      // The focus stays in the field, so the browser does not scroll to the selected row.
      if (next) document.getElementById(rowId(next))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      const inNewTab = event.ctrlKey || event.metaKey;
      if (isSearching && chosen === undefined) isEnterDue.current = inNewTab ? "new tab" : "here";
      else run(selected, inNewTab);
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="relative flex shrink-0 items-center border-b border-line max-sm:pr-1">
        <Search
          aria-hidden
          className="pointer-events-none absolute left-4 size-4 text-ink-subtle"
        />
        <input
          ref={ref}
          type="text"
          role="combobox"
          aria-label={strings.field}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={selected ? rowId(selected) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          placeholder={strings.field}
          value={query}
          onChange={(event) => {
            isEnterDue.current = undefined;
            setChosen(undefined);
            list.current?.scrollTo(0, 0);
            onQuery(event.target.value);
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 min-w-0 grow bg-transparent pr-4 pl-11 text-base text-ellipsis pointer-fine:text-md placeholder:text-ink-subtle focus-visible:rounded-lg focus-visible:-outline-offset-6"
        />
        <CommandClose label={strings.close} />
      </div>
      {notice}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={strings.title}
        aria-busy={isSearching}
        data-more={hasMore || undefined}
        className={classNames(
          "min-h-0 grow overflow-y-auto overscroll-contain p-2 empty:p-0",
          // The scroll padding keeps the selected row clear of the fade at the bottom.
          "scroll-pb-10 data-more:mask-[linear-gradient(to_top,transparent,black_2.5rem)]",
        )}
      >
        {groups.map((group) =>
          group.commands.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a group of options
            <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}-label`}>
              <p
                id={`${id}-${group.id}-label`}
                className="px-3 pt-2 pb-1 text-2xs font-semibold text-ink-subtle"
              >
                {group.label}
              </p>
              {group.commands.map((command) => (
                <CommandRow
                  key={command.key}
                  id={rowId(command.key)}
                  command={command}
                  query={query}
                  isSelected={command.key === selected}
                  onSelect={() => setChosen(command.key)}
                  onRun={(inNewTab) => run(command.key, inNewTab)}
                />
              ))}
            </div>
          ),
        )}
      </div>
      <p role="status" className="sr-only">
        {isSearching ? strings.searching : query.trim() ? strings.results(commands.length) : null}
      </p>
    </>
  );
}
