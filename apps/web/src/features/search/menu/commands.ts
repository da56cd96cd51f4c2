import type { Route } from "next";
import { fold } from "@/lib/format/fold";

/** A row of the command menu. Choosing the row opens a page or runs an action. */
export type Command = {
  /** Unique within the menu. */
  key: string;
  title: string;
  context?: string | undefined;
  /** The name of an icon, or the client whose monogram the row shows. */
  mark: CommandMark;
  /**
   * Set `isOffer` for rows that are not search results. If the user presses Enter during a search,
   * such a row does not run.
   */
  isOffer?: boolean;
  /** The keyboard shortcut of the command, shown in the row. */
  shortcut?: string;
} & ({ href: Route; isNewTab?: boolean; run?: undefined } | { run: (row: HTMLElement) => void });

export type CommandMark =
  | { client: { id: string; name: string } }
  | { icon: "request" | "action" | "page" | "all" };

export type CommandGroup = { id: string; label: string; commands: Command[] };

const GROUP_ROWS = 5;

/** Returns at most five commands whose title contains the query. */
export function filterCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = fold(query.trim());
  return commands.filter(({ title }) => fold(title).includes(wanted)).slice(0, GROUP_ROWS);
}

/**
 * Returns the key of the command that an arrow key selects. After the last row comes the first row.
 */
export function moveSelection(
  commands: readonly Command[],
  selected: string | undefined,
  step: 1 | -1,
): string | undefined {
  const index = commands.findIndex(({ key }) => key === selected);
  return commands[(index + step + commands.length) % commands.length]?.key;
}
