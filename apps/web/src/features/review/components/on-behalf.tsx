import { PencilLine } from "lucide-react";
import { PageRefresh } from "@/components/live/page-refresh";
import { Disclosure } from "@/components/ui/disclosure";
import { CHECKING_SECONDS } from "@/features/files/schema";
import { AnswerForm } from "@/features/items/components/answer-form";
import { WithdrawForm } from "@/features/items/components/withdraw-form";
import { ForgetDraft } from "@/features/items/draft/forget-draft";
import { strings } from "@/features/items/strings";
import type { Item } from "@/features/items/types";
import type { OwnDraft, ReviewSubmission } from "@/features/review/types";
import { ANSWER_ID } from "@/features/review/viewer/answer-id";
import { classNames } from "@/lib/style/class-names";

const texts = strings.onBehalf;

const BUTTON =
  "min-h-10 w-full justify-start px-3 pointer-coarse:min-h-12 [details[open]>&]:bg-hover [&>svg]:text-ink-muted";

/**
 * Hides the button of an item without an answer on phones, because a bar at the bottom of the
 * screen opens the form.
 */
const IN_BAR = "[@media(scripting:enabled)]:max-md:[details:not([open])>&]:hidden";

export function AnswerOnBehalf({
  org,
  requestId,
  item,
  draft,
  newest,
  isClosed,
}: {
  org: { slug: string };
  requestId: string;
  item: Item;
  draft: OwnDraft | null;
  newest: ReviewSubmission | undefined;
  isClosed: boolean;
}) {
  const files = draft?.files ?? [];
  const isChecking = files.some(({ status }) => status === "checking");
  return (
    <div
      className={classNames(
        isClosed
          ? "border-t border-line pt-2 not-has-[[data-unsent]]:hidden"
          : // Reduce the gap to the decision buttons, because this button belongs to them.
            "-mt-2 max-md:-mt-4",
      )}
    >
      <Disclosure
        summary={isClosed ? texts.unsent : texts.open}
        icon={PencilLine}
        isOpen={draft !== null || isClosed}
        isButton={!isClosed}
        summaryClassName={isClosed ? "" : classNames(BUTTON, item.status === "open" && IN_BAR)}
      >
        {isClosed ? null : (
          <p id={ANSWER_ID} className="mb-5 text-xs text-ink-muted">
            {texts.lead}
          </p>
        )}
        {isChecking ? <PageRefresh everySeconds={CHECKING_SECONDS} /> : null}
        <AnswerForm
          path={{ org: org.slug, requestId }}
          item={{
            id: item.id,
            kind: item.kind,
            title: item.title,
            options: item.options,
            accept: item.accept,
            maxFiles: item.maxFiles,
          }}
          draft={draft ?? startOf(item, newest)}
          no={draft?.no ?? (newest?.no ?? 0) + 1}
          files={files}
          isChecking={isChecking}
          isClosed={isClosed}
        />
      </Disclosure>
    </div>
  );
}

function startOf(item: Pick<Item, "status">, newest: ReviewSubmission | undefined) {
  if (item.status !== "returned" || !newest) return undefined;
  const { answer, notApplicable, clientNote } = newest;
  return { answer, notApplicable, clientNote, version: 0 };
}

export function WithdrawOnBehalf({ itemId }: { itemId: string }) {
  return (
    <div className="border-t border-line pt-3.5">
      <p className="mb-3 text-xs text-ink-muted">{texts.submitted}</p>
      <ForgetDraft subject={itemId} />
      <WithdrawForm itemId={itemId} />
    </div>
  );
}
