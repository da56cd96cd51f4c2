"use client";

import type { Route } from "next";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { CommandMenu } from "@/app/(staff)/o/[org]/_components/command-menu";
import { onStaffTool, type StaffTool } from "@/app/(staff)/o/[org]/_components/staff-tools";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { KEYS } from "@/app/(staff)/o/[org]/keyboard-shortcuts";
import { CommandDialog } from "@/components/ui/command-dialog";
import { Dialog } from "@/components/ui/dialog";
import { KeyList } from "@/components/ui/key-list";
import { mayNavigate } from "@/lib/browser/offline-navigation";
import { isKeyTaken } from "@/lib/browser/single-keys";
import { keepRecentFirm } from "@/lib/recent/recent-firm";
import { keepRecent, recordOfPath } from "@/lib/recent/recent-records";

const ROWS = "main [data-list-keys] a:not([href^='/files/'], [scope='rowgroup'] a)";

function moveInList(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>(ROWS)].filter(
    (row) => row.getClientRects().length > 0,
  );
  if (rows.length === 0) return false;
  const now = rows.indexOf(document.activeElement as HTMLAnchorElement);
  const next = now === -1 ? (step === 1 ? 0 : rows.length - 1) : now + step;
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
  return true;
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  search?.focus();
  return search !== null;
}

/**
 * Handles the keyboard shortcuts. Also stores the recent firm, for the account and help pages, and
 * the recent records, for the command menu.
 */
export function StaffKeys({
  slug,
  userId,
  canManage,
}: {
  slug: string;
  userId: string;
  canManage: boolean;
}) {
  const router = useRouter();
  const pathname = usePathname();
  const command = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<StaffTool | null>(null);
  useEffect(() => onStaffTool(setOpened), []);

  useEffect(() => keepRecentFirm(slug), [slug]);
  useEffect(() => {
    const opened = recordOfPath(pathname);
    if (opened) keepRecent({ userId, slug }, opened);
  }, [pathname, userId, slug]);

  useEffect(() => {
    const single: Record<string, () => boolean> = {
      j: () => moveInList(1),
      k: () => moveInList(-1),
      "/": focusSearch,
      "?": () => {
        setOpened("keys");
        return true;
      },
      n: () => {
        if (mayNavigate()) router.push(`/o/${slug}/requests/new` as Route);
        return true;
      },
    };
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key === "k") {
        event.preventDefault();
        setOpened((now) => (now === "commands" ? null : "commands"));
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
      if (single[key]?.()) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [router, slug]);

  const onOpenChange = (open: boolean) => {
    if (!open) setOpened(null);
  };
  return (
    <>
      <CommandDialog
        title={strings.commands}
        open={opened === "commands"}
        onOpenChange={onOpenChange}
        initialFocus={command}
      >
        <CommandMenu
          ref={command}
          slug={slug}
          userId={userId}
          canManage={canManage}
          onDone={() => setOpened(null)}
          onShowKeys={() => setOpened("keys")}
        />
      </CommandDialog>
      <Dialog
        title={strings.keysTitle}
        description={strings.keysLead}
        open={opened === "keys"}
        onOpenChange={onOpenChange}
        initialFocus="title"
      >
        <KeyList keys={KEYS} />
      </Dialog>
    </>
  );
}
