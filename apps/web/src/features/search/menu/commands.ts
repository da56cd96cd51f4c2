import type { Route } from "next";
import { fold } from "@/lib/format/fold";

export type Command = {
  key: string;
  title: string;
  context?: string | undefined;
  mark: CommandMark;
  /**
   * True for rows that are not search results. If the user presses Enter during a search, the menu
   * does not run such a row when the search ends.
   */
  isOffer?: boolean;
  shortcut?: string;
} & ({ href: Route; isNewTab?: boolean; run?: undefined } | { run: (row: HTMLElement) => void });

export type CommandMark =
  | { client: { id: string; name: string } }
  | { icon: "request" | "action" | "page" | "all" };

export type CommandGroup = { id: string; label: string; commands: Command[] };

/** Maximum number of rows in a group of the menu. */
export const GROUP_ROWS = 5;

export function filterCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = fold(query.trim());
  return commands.filter(({ title }) => fold(title).includes(wanted)).slice(0, GROUP_ROWS);
}

export function moveSelection(
  commands: readonly Command[],
  selected: string | undefined,
  step: 1 | -1,
): string | undefined {
  const index = commands.findIndex(({ key }) => key === selected);
  return commands[(index + step + commands.length) % commands.length]?.key;
}
