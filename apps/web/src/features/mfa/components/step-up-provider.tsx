"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { InterruptionContext } from "@/components/forms/interruption";

// Few users need the dialog, so load its code only when it opens.
const StepUpDialog = dynamic(
  () => import("@/features/mfa/components/step-up-dialog").then((module) => module.StepUpDialog),
  { ssr: false },
);

export function StepUpProvider({ children }: { children: ReactNode }) {
  return <InterruptionContext value={StepUpDialog}>{children}</InterruptionContext>;
}
