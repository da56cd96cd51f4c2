"use client";

import { WifiOff } from "lucide-react";
import { Monogram } from "@/components/ui/monogram";
import { useLiveRefresh } from "@/features/requests/hooks";
import { page } from "@/features/requests/strings";
import type { OwnViewer } from "@/features/requests/types";
import { refreshesOn } from "@/lib/live/refreshing-page";

export function LiveNotice(props: {
  topic: string;
  readAt: number;
  viewer?: OwnViewer | undefined;
}) {
  const { isPaused, viewers } = useLiveRefresh(props);
  const [first, ...others] = viewers;
  return (
    <div
      role="status"
      {...refreshesOn(props.topic)}
      data-print="hide"
      className="flex min-w-0 shrink items-center gap-3 text-xs text-ink-muted empty:hidden"
    >
      {isPaused ? (
        <p title={page.livePaused} className="flex min-w-0 items-center gap-1.5 text-warning">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 max-side:sr-only">{page.livePaused}</span>
        </p>
      ) : null}
      {first ? (
        <p className="flex min-w-0 items-center gap-1.5">
          <Monogram
            id={first.id}
            name={first.name}
            imageUrl={first.imageUrl}
            shape="person"
            size={22}
          />
          <span className="min-w-0 truncate max-md:sr-only">
            {page.viewing([first, ...others].map(({ name }) => name))}
          </span>
        </p>
      ) : null}
    </div>
  );
}
