import type { ReactNode } from "react";
import { SiteFrame } from "@/app/_components/site-frame";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <SiteFrame width="card">{children}</SiteFrame>;
}
