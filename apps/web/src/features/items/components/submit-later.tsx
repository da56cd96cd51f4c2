"use client";

import { CircleArrowUp } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import type { useSubmitLater } from "@/features/items/draft/use-submit-later";
import { strings } from "@/features/items/strings";

const texts = strings.later;

/** Shows nothing during the retries, because `Autosave` shows their status. */
export function SubmitLater({
  anchor,
  repeat,
  notice,
  resume,
  drop,
}: ReturnType<typeof useSubmitLater>) {
  useEffect(() => {
    // The session ends without an action of the user, so the notice may be off the screen.
    if (notice === "signIn") anchor.current?.scrollIntoView({ block: "nearest" });
  }, [anchor, notice]);
  return (
    <div ref={anchor} className="not-has-[[role=alert]]:hidden">
      <input ref={repeat} type="hidden" name="repeat" defaultValue="" />
      {notice && notice !== "waiting" ? (
        <div
          role="alert"
          className="flex items-start gap-3 rounded-lg border border-warning/30 bg-warning-soft p-4"
        >
          <CircleArrowUp aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-mark" />
          <div className="flex min-w-0 grow flex-col items-start gap-3">
            <p className="font-medium">{texts[notice]}</p>
            {notice === "ask" ? (
              <div className="flex flex-wrap gap-3">
                <Button size="sm" onClick={resume}>
                  {texts.send}
                </Button>
                <Button variant="secondary" size="sm" onClick={drop}>
                  {texts.stop}
                </Button>
              </div>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
