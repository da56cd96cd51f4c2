"use client";

import { Banner } from "@/components/ui/banner";
import { useHasDraft } from "@/lib/drafts/use-has-draft";

/** Says that this tab still stores a draft, if it does. The page passes the text. */
export function DraftNotice({ text }: { text: string }) {
  const hasDraft = useHasDraft();
  return hasDraft ? (
    <div className="mb-6">
      <Banner live>{text}</Banner>
    </div>
  ) : null;
}
