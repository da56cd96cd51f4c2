"use client";

import { useEffect, useRef, useState } from "react";
import { strings } from "@/features/review/strings";

/** A picture as it is; where it does not come or is none, a sentence that leads to the download. */
export function ImagePreview({ address, name }: { address: string; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [isFailed, setFailed] = useState(false);

  // It may have failed before anybody listened.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);

  return (
    <div>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {isFailed ? strings.previewFailed : null}
      </p>
      {isFailed ? null : (
        // The route is private and per user, so the image optimizer must not cache it. The fixed height
        // prevents a layout shift while the image loads.
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
