import { ArrowRight, FolderCheck, List, Zap } from "lucide-react";
import type { MouseEvent } from "react";
import { Monogram } from "@/components/ui/monogram";
import type { Command, CommandMark } from "@/features/search/menu/commands";
import { splitMatch } from "@/features/search/menu/match";
import { classNames } from "@/lib/style/class-names";

const ICONS = { request: FolderCheck, action: Zap, page: ArrowRight, all: List } as const;

function Mark({ mark }: { mark: CommandMark }) {
  if ("client" in mark) {
    return <Monogram id={mark.client.id} name={mark.client.name} shape="client" size={22} />;
  }
  const Icon = ICONS[mark.icon];
  return (
    <span className="grid size-5.5 shrink-0 place-items-center text-ink-muted">
      <Icon aria-hidden className="size-4" />
    </span>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  const parts = splitMatch(text, query);
  if (!parts) return text;
  const [before, match, after] = parts;
  return (
    <>
      {before}
      <span className="font-semibold text-ink">{match}</span>
      {after}
    </>
  );
}

/** The focus stays in the search field, which handles the keys. */
export function CommandRow({
  id,
  command,
  query,
  isSelected,
  onSelect,
  onRun,
}: {
  id: string;
  command: Command;
  query: string;
  isSelected: boolean;
  onSelect: () => void;
  onRun: (inNewTab: boolean) => void;
}) {
  // Do not mark the query in the title of the row “Show all”, because this row is not a result.
  const isAll = "icon" in command.mark && command.mark.icon === "all";
  const onClick = (event: MouseEvent) => onRun(event.ctrlKey || event.metaKey);
  const onAuxClick = (event: MouseEvent) => {
    if (event.button === 1) onRun(true);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above holds focus and keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      onClick={onClick}
      onAuxClick={onAuxClick}
      onMouseMove={onSelect}
      className={classNames(
        "relative flex min-h-9 scroll-my-2 cursor-default items-center gap-3 rounded-md px-3 pointer-coarse:min-h-11",
        isSelected &&
          "bg-accent-soft before:absolute before:inset-y-1.5 before:left-0 before:w-0.75 before:rounded-xs before:bg-accent forced-colors:outline",
      )}
    >
      <Mark mark={command.mark} />
      <span className="shrink-0 max-w-[60%] truncate">
        {isAll ? command.title : <Marked text={command.title} query={query} />}
      </span>
      {command.context ? (
        <span data-context className="min-w-0 grow truncate text-xs text-ink-subtle">
          <Marked text={command.context} query={query} />
        </span>
      ) : null}
      {command.shortcut ? (
        <kbd aria-hidden className="ml-auto hidden shrink-0 md:pointer-fine:inline-block">
          {command.shortcut}
        </kbd>
      ) : null}
    </div>
  );
}
