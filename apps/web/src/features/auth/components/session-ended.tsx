import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { strings } from "@/features/auth/strings";
import { signInPath } from "@/lib/http/ended-path";

/**
 * Signs the user out first to delete the session's cookies. A page cannot delete cookies while it
 * renders.
 */
export function SignInAgainButton({ next }: { next: string }) {
  return (
    <form action="/auth/sign-out" method="post" className="flex flex-col">
      <input type="hidden" name="next" value={signInPath(next)} />
      <Button type="submit">{strings.ended.signIn}</Button>
    </form>
  );
}

export function SessionEnded({ next }: { next: string }) {
  return (
    <Banner tone="warning" title={strings.ended.title} action={<SignInAgainButton next={next} />}>
      {strings.ended.text}
    </Banner>
  );
}
