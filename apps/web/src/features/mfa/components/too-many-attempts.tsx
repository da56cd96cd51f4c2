import { RetryCountdown } from "@/components/forms/retry-countdown";
import { Banner } from "@/components/ui/banner";
import { strings } from "@/features/mfa/strings";

/** Shown instead of content that the auth service did not return because of its rate limit. */
export function TooManyAttempts({ seconds, path }: { seconds: number | undefined; path: string }) {
  return (
    <Banner
      tone="warning"
      title={strings.tooMany.title}
      // Use a plain link: it loads the page again. A client navigation could show the cached page.
      action={
        <a className="link inline-flex min-h-11 items-center" href={path}>
          {strings.tooMany.reload}
        </a>
      }
    >
      {seconds === undefined ? strings.tooMany.later : <RetryCountdown seconds={seconds} />}
    </Banner>
  );
}
