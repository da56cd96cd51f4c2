import { SessionRetry } from "@/app/_components/session-retry";
import { strings } from "@/app/_components/strings";
import { sentenceFor } from "@/lib/errors/error-sentences";

const texts = strings.unavailable;

/** `data-unavailable` hides the session banner, which would repeat the message. */
export function UnavailableMessage({ code }: { code: string }) {
  return (
    <div data-unavailable className="flex flex-col items-start gap-4 py-10">
      <h1 className="text-xl font-heading text-pretty">{texts.title}</h1>
      <p className="-mt-3 text-ink-muted">
        {code === "rate_limited" ? sentenceFor("rate_limited") : texts.text}
      </p>
      <SessionRetry label={texts.retry} variant="primary" size="md" />
    </div>
  );
}
