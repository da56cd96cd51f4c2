"use client";

import { Keyboard, SquareTerminal } from "lucide-react";
import type { MouseEvent } from "react";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { classNames } from "@/lib/style/class-names";
import { MENU_ROW } from "@/lib/style/menu";

export type StaffTool = "commands" | "keys";

const OPENED = "dossier:staff-tool";

export function onStaffTool(listener: (tool: StaffTool) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<StaffTool>).detail);
  addEventListener(OPENED, hear);
  return () => removeEventListener(OPENED, hear);
}

export function openStaffTool(tool: StaffTool): void {
  dispatchEvent(new CustomEvent<StaffTool>(OPENED, { detail: tool }));
}

const TOOLS = [
  { tool: "commands", label: strings.commands, icon: SquareTerminal, key: "Ctrl K" },
  { tool: "keys", label: strings.keysTitle, icon: Keyboard, key: "?" },
] as const;

export function StaffTools() {
  const open = (tool: StaffTool) => (event: MouseEvent) => {
    const menu = event.currentTarget.closest("details");
    // Focus the menu's button first, because a tool returns the focus to this button when it
    // closes.
    menu?.querySelector("summary")?.focus();
    if (menu) menu.open = false;
    openStaffTool(tool);
  };
  return TOOLS.map(({ tool, label, icon: Icon, key }) => (
    <li
      key={tool}
      className={classNames(
        "[@media(scripting:none)]:hidden",
        tool === "keys" && "pointer-coarse:hidden",
      )}
    >
      <button type="button" onClick={open(tool)} className={MENU_ROW}>
        <Icon aria-hidden className="size-4 text-ink-muted" />
        <span className="grow">{label}</span>
        <kbd aria-hidden className="hidden md:pointer-fine:inline-block">
          {key}
        </kbd>
      </button>
    </li>
  ));
}
