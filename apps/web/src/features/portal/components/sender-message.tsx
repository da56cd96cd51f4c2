import type { ReactNode } from "react";
import { PersonNote } from "@/features/items/components/person-note";
import { strings } from "@/features/items/strings";
import type { ContactRequest, StaffPerson } from "@/features/items/types";
import { classNames } from "@/lib/style/class-names";

const texts = strings.list;
/** The approximate number of characters in three lines, on a phone and on wider screens. */
const SHORT_CHARACTERS = { phone: 110, wide: 200 };
const SHORT_LINES = 3;

function isShort(message: string, characters: number): boolean {
  return message.length <= characters && message.split("\n").length <= SHORT_LINES;
}

/** The `details` element has no content. While it is open, CSS shows the whole message. */
function Message({ text, children }: { text: string; children: ReactNode }) {
  const isCut = !isShort(text, SHORT_CHARACTERS.phone);
  const hasMore = children !== null;
  const isCutOnlyOnPhones = isCut && isShort(text, SHORT_CHARACTERS.wide);
  return (
    <div className="group/message">
      <p
        dir="auto"
        className={classNames(
          "whitespace-pre-wrap",
          isCut && "line-clamp-3 group-has-[[open]]/message:line-clamp-none",
          isCutOnlyOnPhones && "@lg:line-clamp-none",
        )}
      >
        {text}
      </p>
      {/* On phones, the two links are on separate lines. Negative margins bring the lines
          together, although each target is 44 pixels high. */}
      <div className="-mt-1 -mb-2.5 flex gap-x-5 empty:hidden @max-sm:flex-col @max-sm:items-start @sm:flex-wrap">
        {isCut ? (
          <details
            className={classNames(
              "group/more @max-sm:not-only:-mt-2",
              isCutOnlyOnPhones && "@lg:hidden",
            )}
          >
            <summary
              className={classNames(
                "link inline-flex min-h-11 list-none items-center [&::-webkit-details-marker]:hidden",
                hasMore && "@max-sm:items-end @max-sm:pb-1",
              )}
            >
              <span className="group-open/more:hidden">{texts.readMore}</span>
              <span className="hidden group-open/more:inline">{texts.readLess}</span>
            </summary>
          </details>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/** If the request has no message, shows only the link to email the firm. */
export function SenderMessage({
  request,
  sender,
  isFirst,
}: {
  request: ContactRequest;
  sender: StaffPerson | null;
  isFirst: boolean;
}) {
  const { firm, message, replyEmail, title } = request;
  const email = (
    <a
      href={`mailto:${replyEmail}?subject=${encodeURIComponent(title)}`}
      className="link inline-flex min-h-11 items-center @max-sm:not-only:-mb-2 @max-sm:not-only:items-start @max-sm:not-only:pt-1"
    >
      {texts.emailFirm(firm)}
    </a>
  );
  if (message === "") {
    return (
      <p data-print="hide" className="-my-2.5 text-md">
        {email}
      </p>
    );
  }
  return (
    <section
      data-print="hide"
      aria-label={texts.messageFrom(firm)}
      className="@container rounded-xl border border-line bg-sunken p-3.5"
    >
      <PersonNote person={sender} firm={firm}>
        <Message text={message}>{isFirst ? null : email}</Message>
      </PersonNote>
    </section>
  );
}
