"use client";

import { useBackend } from "@dossier/backend-client/react";
import { LogOut } from "lucide-react";
import { type FormEvent, useState } from "react";
import { purgeEveryTab } from "@/lib/drafts/sign-out-purge";
import { MENU_ROW } from "@/lib/style/menu";

/**
 * If scripts do not run or their request fails, the browser submits the form. The page passes the
 * label, so that the browser does not load unrelated texts.
 */
export function SignOutForm({
  next,
  label,
  className = MENU_ROW,
  iconClassName = "size-4 text-ink-muted",
}: {
  next: string;
  label: string;
  className?: string;
  iconClassName?: string;
}) {
  const { session } = useBackend();
  const [isPending, setPending] = useState(false);
  const signOut = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    setPending(true);
    const { error } = await session.signOut();
    purgeEveryTab();
    if (error) form.submit();
    else window.location.assign(next);
  };
  return (
    <form action="/auth/sign-out" method="post" onSubmit={signOut}>
      <input type="hidden" name="next" value={next} />
      <button type="submit" aria-disabled={isPending || undefined} className={className}>
        <LogOut aria-hidden className={iconClassName} />
        {label}
      </button>
    </form>
  );
}
