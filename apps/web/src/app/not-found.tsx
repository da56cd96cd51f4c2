import type { Metadata } from "next";
import { NotFoundMessage } from "@/app/_components/not-found-message";
import { SiteFrame } from "@/app/_components/site-frame";
import { strings } from "@/app/_components/strings";

export const metadata: Metadata = { title: strings.notFound.title };

/** Shows the same page for what does not exist and for what the user may not see. */
export default function NotFound() {
  return (
    <SiteFrame width="text">
      <NotFoundMessage />
    </SiteFrame>
  );
}
