import type { Route } from "next";
import { fold } from "@/features/search/menu/match";

/** One row of the command menu. Either opens a page or runs an action. */
export type Command = {
  /** Unique within the menu. */
  key: string;
  title: string;
  context?: string | undefined;
  /** The name of an icon, or the id of a client for a monogram. */
  mark: CommandMark;
  /** True if it must be seen before it runs, because it does something else than was searched for. */
  isOffer?: boolean;
  /** The key that does the same outside the menu. */
  shortcut?: string;
} & ({ href: Route; isNewTab?: boolean; run?: undefined } | { run: (row: HTMLElement) => void });

export type CommandMark =
  | { client: { id: string; name: string } }
  | { icon: "request" | "action" | "page" | "all" };

export type CommandGroup = { id: string; label: string; commands: Command[] };

const GROUP_ROWS = 5;

/** Returns the commands whose title contains the words, at most five. */
export function filterCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = fold(query.trim());
  return commands.filter(({ title }) => fold(title).includes(wanted)).slice(0, GROUP_ROWS);
}

/**
 * Returns the key of the command that an arrow key selects. The selection moves from the last row
 * to the first and back.
 */
export function moveSelection(
  commands: readonly Command[],
  selected: string | undefined,
  step: 1 | -1,
): string | undefined {
  const index = commands.findIndex(({ key }) => key === selected);
  return commands[(index + step + commands.length) % commands.length]?.key;
}
