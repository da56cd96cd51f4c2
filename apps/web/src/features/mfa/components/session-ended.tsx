import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { strings } from "@/features/mfa/strings";

/**
 * Shown instead of a page that only a live session may see. The way out is a plain form: it makes
 * this browser forget the session, which a page cannot do itself.
 */
export function SessionEnded({ next }: { next: string }) {
  return (
    <Banner
      tone="warning"
      title={strings.ended.title}
      action={
        <form action="/auth/sign-out" method="post">
          <input type="hidden" name="next" value={`/sign-in?next=${encodeURIComponent(next)}`} />
          <Button type="submit">{strings.ended.signIn}</Button>
        </form>
      }
    >
      {strings.ended.text}
    </Banner>
  );
}
