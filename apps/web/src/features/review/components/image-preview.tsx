"use client";

import { useEffect, useRef, useState } from "react";
import type { Zoom } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import { classNames } from "@/lib/class-names";

/**
 * Shows an image file. If the image cannot be loaded, shows a sentence that points to the download.
 */
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

  // The image may have failed before React attached its listener.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);

  return (
    <>
      <p role="status" className="text-ink-muted empty:hidden">
        {isFailed ? strings.previewFailed : null}
      </p>
      {isFailed ? null : (
        <section
          aria-label={strings.preview(name)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
          tabIndex={0}
          className="relative min-h-0 grow overflow-auto rounded-xs border border-line bg-sunken"
        >
          {/* The route is private and differs by user, so the image optimizer must not cache it.
              The box has a fixed size, which prevents a layout shift while the image loads. */}
          <img
            ref={image}
            src={address}
            alt={strings.preview(name)}
            onError={() => setFailed(true)}
            className={classNames(
              "absolute top-0 left-0",
              zoom === "fit" ? "size-full object-contain" : "h-auto w-[200%] max-w-none",
            )}
          />
        </section>
      )}
    </>
  );
}
