"use client";

import { useToast } from "@/components/ui/toast";
import { CLIENT_LINK_ID } from "@/features/requests/components/copy-link";
import { page } from "@/features/requests/strings";
import { copyTextOf } from "@/lib/browser/copy-text";
import { MENU_ROW } from "@/lib/style/menu";

export function CopyLinkRow() {
  const show = useToast();
  const copy = async () => {
    const shown = document.getElementById(CLIENT_LINK_ID);
    if (!shown) return;
    if (await copyTextOf(shown)) show({ title: page.linkCopied });
    else show({ title: page.selected, type: "notice" });
  };
  return (
    <li className="[@media(scripting:none)]:hidden">
      <button type="button" onClick={() => void copy()} className={MENU_ROW}>
        {page.copyLink}
      </button>
    </li>
  );
}
