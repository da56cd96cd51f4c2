import type { Metadata } from "next";
import { NotFoundMessage } from "@/app/_components/not-found-message";
import { SiteFrame } from "@/app/_components/site-frame";
import { strings } from "@/app/_components/strings";

export const metadata: Metadata = { title: strings.notFound.title };

export default function NotFound() {
  return (
    <SiteFrame width="card">
      <NotFoundMessage />
    </SiteFrame>
  );
}
