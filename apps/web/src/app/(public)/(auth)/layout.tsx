import type { ReactNode } from "react";
import { SiteFrame } from "@/app/_components/site-frame";

/** Narrow frame of the pages on which people prove who they are. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return <SiteFrame width="form">{children}</SiteFrame>;
}
