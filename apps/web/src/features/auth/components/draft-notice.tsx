"use client";

import { Banner } from "@/components/ui/banner";
import { useHasDraft } from "@/lib/drafts/use-has-draft";

export function DraftNotice({ text }: { text: string }) {
  const hasDraft = useHasDraft();
  return hasDraft ? (
    <div className="mb-6">
      <Banner live>{text}</Banner>
    </div>
  ) : null;
}
