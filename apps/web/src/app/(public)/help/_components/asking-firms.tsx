import { strings } from "@/app/(public)/help/_components/strings";
import type { AskingFirm } from "@/features/portal/types";

const texts = strings.ask;

/** Encodes an email address for a `mailto:` link (RFC 6068 §2). */
const inLink = (address: string) => encodeURIComponent(address).replace("%40", "@");

export function AskingFirms({ firms }: { firms: readonly AskingFirm[] }) {
  if (firms.length === 0) return <p>{texts.replyUnknown}</p>;
  return firms.map(({ firm, replyEmail }) => (
    <p key={replyEmail ?? firm}>
      {replyEmail ? (
        <>
          {texts.write(firm)}{" "}
          <a
            href={`mailto:${inLink(replyEmail)}?subject=${encodeURIComponent(texts.subject)}`}
            className="link"
          >
            {replyEmail}
          </a>
          .
        </>
      ) : (
        texts.reply(firm)
      )}
    </p>
  ));
}
