import { RetryCountdown } from "@/components/forms/retry-countdown";
import { Banner } from "@/components/ui/banner";
import { strings } from "@/features/mfa/strings";

export function TooManyAttempts({ seconds, path }: { seconds: number | undefined; path: string }) {
  return (
    <Banner
      tone="warning"
      title={strings.tooMany.title}
      // Use a plain link, because `next/link` could show the page from the cache.
      action={
        <a className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11" href={path}>
          {strings.tooMany.reload}
        </a>
      }
    >
      {seconds === undefined ? strings.tooMany.later : <RetryCountdown seconds={seconds} />}
    </Banner>
  );
}
