"use client";

import { CircleArrowUp } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Banner } from "@/components/ui/banner";
import { sendReady } from "@/features/items/actions";
import { strings } from "@/features/items/strings";
import type { ReadyItem } from "@/features/items/types";

const texts = strings.ready;

/**
 * Says how many answers are ready, with a button that sends them all. Afterwards, shows how many
 * were sent.
 */
export function ReadyBanner({
  ready,
  firm,
  hasTitles = false,
  isAside = false,
}: {
  ready: readonly ReadyItem[];
  /** Undefined if the answers may go to several firms. */
  firm?: string | undefined;
  /** True on a page that does not list the items. */
  hasTitles?: boolean;
  /** True on the page of another item, whose own button comes first. */
  isAside?: boolean;
}) {
  return (
    <Form action={sendReady} className="empty:hidden" label={texts.label}>
      {(state) =>
        ready.length > 0 ? (
          <div className="flex flex-col gap-3 rounded-xl border border-warning/30 bg-warning-soft p-3.5">
            <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2.5 text-md">
              <CircleArrowUp aria-hidden className="mt-px size-5 text-warning-mark" />
              <div>
                <p>
                  <span className="font-semibold">{texts.title(ready.length)}</span>
                  {firm ? ` ${texts.unseenBy(firm, ready.length)}` : null}
                </p>
                {hasTitles ? (
                  <ul className="mt-1 list-disc pl-5">
                    {ready.map(({ itemId, title }) => (
                      <li key={itemId} dir="auto">
                        {title}
                      </li>
                    ))}
                  </ul>
                ) : null}
              </div>
            </div>
            {ready.map(({ itemId, no, version }) => (
              <input key={itemId} type="hidden" name="ready" value={`${itemId}:${no}:${version}`} />
            ))}
            <SubmitButton variant={isAside ? "secondary" : "primary"}>
              {texts.send(ready.length)}
            </SubmitButton>
          </div>
        ) : state?.ok && state.message ? (
          <Banner tone="success" live>
            {state.message}
          </Banner>
        ) : null
      }
    </Form>
  );
}
