import "server-only";
import type { ReactNode } from "react";
import { FirmFrame } from "@/app/_components/firm-frame";
import { guardedIn, type Render } from "@/app/_components/guarded";
import { SiteFrame } from "@/app/_components/site-frame";

const inSite = (message: ReactNode) => <SiteFrame width="text">{message}</SiteFrame>;

const inFirm = (message: ReactNode) => <FirmFrame load={async () => null}>{message}</FirmFrame>;

/** @param frame `firm` for pages that contacts see, `site` for all other pages */
export function guardedFrame<Props extends object = object>(
  render: Render<Props>,
  frame: "site" | "firm" = "site",
): Render<Props> {
  return guardedIn(frame === "firm" ? inFirm : inSite, render);
}
