import { PersonNote } from "@/features/items/components/person-note";
import { strings } from "@/features/items/strings";
import type { ContactRequest, StaffPerson } from "@/features/items/types";

const texts = strings.list;
/** The approximate number of characters in three lines on a phone. */
const SHORT_CHARACTERS = 110;
const SHORT_LINES = 3;

function isShort(message: string): boolean {
  return message.length <= SHORT_CHARACTERS && message.split("\n").length <= SHORT_LINES;
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
  return (
    <section
      data-print="hide"
      aria-label={texts.messageFrom(firm)}
      className="rounded-xl border border-line bg-sunken p-3.5"
    >
      <PersonNote person={sender} firm={firm}>
        {message === "" ? null : isFirst && !isShort(message) ? (
          <details className="group/message">
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
        ) : (
          <p dir="auto" className="whitespace-pre-wrap">
            {message}
          </p>
        )}
        {isFirst ? null : (
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
