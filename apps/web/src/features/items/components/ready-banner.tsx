import { ReadyForm } from "@/features/items/components/ready-form";
import { strings } from "@/features/items/strings";
import type { ReadyItem } from "@/features/items/types";

const texts = strings.ready;

export function ReadyBanner({
  ready,
  firm,
  hasTitles = false,
  isAside = false,
}: {
  ready: readonly ReadyItem[];
  firm?: string | undefined;
  hasTitles?: boolean;
  /**
   * True on the page of an item, where the banner is about the other items. The button is then
   * secondary, because the page has its own primary button.
   */
  isAside?: boolean;
}) {
  const count = ready.length;
  return (
    <ReadyForm
      answers={ready.map(({ itemId, no, version, title }) => ({
        value: `${itemId}:${no}:${version}`,
        title,
      }))}
      hasTitles={hasTitles}
      variant={isAside ? "secondary" : "primary"}
      texts={{
        label: texts.label,
        title: isAside ? texts.others(ready.map(({ title }) => title)) : texts.title(count),
        lead: firm ? texts.unseenBy(firm, count) : "",
        send: texts.send(count),
      }}
    />
  );
}
