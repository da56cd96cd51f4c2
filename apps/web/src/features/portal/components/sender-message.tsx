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

/** The message of the request. On the first visit, a long message is cut after three lines. */
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
  const isCut = isFirst && !isShort(message, SHORT_CHARACTERS.phone);
  const isCutOnlyOnPhones = isCut && isShort(message, SHORT_CHARACTERS.wide);
  return (
    <section
      data-print="hide"
      aria-label={texts.messageFrom(firm)}
      className="@container rounded-xl border border-line bg-sunken p-3.5"
    >
      <PersonNote person={sender} firm={firm}>
        {isCut ? (
          <details className={classNames("group/message", isCutOnlyOnPhones && "@lg:hidden")}>
            <summary className="list-none [&::-webkit-details-marker]:hidden">
              <span
                dir="auto"
                className="line-clamp-3 whitespace-pre-wrap group-open/message:hidden"
              >
                {message}
              </span>
              <span className="link inline-flex min-h-11 items-center font-medium group-open/message:hidden">
                {texts.readMore}
              </span>
              <span className="link hidden min-h-11 items-center font-medium group-open/message:inline-flex">
                {texts.readLess}
              </span>
            </summary>
            <p dir="auto" className="whitespace-pre-wrap">
              {message}
            </p>
          </details>
        ) : null}
        {message !== "" && (!isCut || isCutOnlyOnPhones) ? (
          <p dir="auto" className={classNames("whitespace-pre-wrap", isCut && "hidden @lg:block")}>
            {message}
          </p>
        ) : null}
        {isFirst && message !== "" ? null : (
          <p className="mt-1">
            <a
              href={`mailto:${replyEmail}?subject=${encodeURIComponent(title)}`}
              className="link -my-2.5 inline-flex min-h-11 items-center"
            >
              {texts.emailFirm(firm)}
            </a>
          </p>
        )}
      </PersonNote>
    </section>
  );
}
