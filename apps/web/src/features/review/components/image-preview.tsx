"use client";

import { useEffect, useRef, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { PreviewFailed } from "@/features/review/components/preview-failed";
import type { Zoom } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import { classNames } from "@/lib/style/class-names";

export function ImagePreview({
  address,
  name,
  zoom,
}: {
  address: string;
  name: string;
  zoom: Zoom;
}) {
  const image = useRef<HTMLImageElement>(null);
  const [isFailed, setFailed] = useState(false);
  const [isLoaded, setLoaded] = useState(false);

  const finish = (element: HTMLImageElement) => {
    if (element.naturalWidth === 0) setFailed(true);
    else setLoaded(true);
  };

  // If the image loaded before React attached its listeners, React calls no `onLoad`.
  useEffect(() => {
    if (image.current?.complete) finish(image.current);
  }, []);

  return (
    <>
      <p role="status" className="text-ink-muted empty:hidden">
        {isFailed ? <PreviewFailed address={address} /> : null}
      </p>
      {isFailed ? null : (
        <section
          aria-label={strings.preview(name)}
          aria-busy={!isLoaded}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll
          tabIndex={0}
          className="relative mb-4 min-h-0 grow overflow-auto"
        >
          {isLoaded ? null : (
            <Skeleton className="absolute inset-0 [@media(scripting:none)]:hidden" />
          )}
          {/* Do not use Next's image optimizer, whose cache could return a private file to
              other users. The image is hidden until it has loaded, so that users do not see it
              grow. If no script runs, CSS shows the image after 2 seconds. */}
          <img
            ref={image}
            src={address}
            alt={strings.preview(name)}
            onLoad={(event) => finish(event.currentTarget)}
            onError={() => setFailed(true)}
            className={classNames(
              "absolute rounded-xs border border-line",
              zoom === "fit"
                ? "inset-0 m-auto max-h-full max-w-full"
                : "top-0 left-0 h-auto w-[200%] max-w-none",
              !isLoaded && "animate-reveal-late [@media(scripting:none)]:animate-none",
            )}
          />
        </section>
      )}
    </>
  );
}
