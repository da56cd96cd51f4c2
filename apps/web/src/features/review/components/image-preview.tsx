"use client";

import { useEffect, useRef, useState } from "react";
import { strings } from "@/features/review/strings";

/**
 * Shows an image file. If the image cannot be loaded, shows a sentence that points to the download.
 */
export function ImagePreview({ address, name }: { address: string; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [isFailed, setFailed] = useState(false);

  // The image may have failed before React attached its listener.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);

  return (
    <div>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {isFailed ? strings.previewFailed : null}
      </p>
      {isFailed ? null : (
        // The route is private and differs by user, so the image optimizer must not cache it. The
        // fixed height prevents a layout shift while the image loads.
        <img
          ref={image}
          src={address}
          alt={strings.preview(name)}
          onError={() => setFailed(true)}
          className="h-[60dvh] w-full rounded-md border border-line bg-sunken object-contain"
        />
      )}
    </div>
  );
}
