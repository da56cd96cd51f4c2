"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Banner } from "@/components/ui/banner";
import { sendReady } from "@/features/items/actions";
import { strings } from "@/features/items/strings";
import type { ReadyItem } from "@/features/items/types";

const texts = strings.ready;

/**
 * Lists the ready answers and a button that sends them all. Afterwards, shows how many were sent.
 */
export function ReadyBanner({ ready }: { ready: readonly ReadyItem[] }) {
  return (
    <Form action={sendReady} className="empty:hidden" label={texts.label}>
      {(state) =>
        ready.length > 0 ? (
          <Banner
            tone="warning"
            title={texts.title(ready.length)}
            action={<SubmitButton>{texts.send(ready.length)}</SubmitButton>}
          >
            {ready.map(({ itemId, no, version }) => (
              <input key={itemId} type="hidden" name="ready" value={`${itemId}:${no}:${version}`} />
            ))}
            <ul className="list-disc pl-5">
              {ready.map(({ itemId, title }) => (
                <li key={itemId}>{title}</li>
              ))}
            </ul>
          </Banner>
        ) : state?.ok && state.message ? (
          <Banner tone="success" live>
            {state.message}
          </Banner>
        ) : null
      }
    </Form>
  );
}
