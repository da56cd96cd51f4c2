"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { InterruptionContext } from "@/components/forms/interruption";

// Few users need it, so its code loads with the first interruption.
const StepUpDialog = dynamic(
  () => import("@/features/mfa/components/step-up-dialog").then((module) => module.StepUpDialog),
  { ssr: false },
);

/** Lets every form below ask for the second factor when an action needs it. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  return <InterruptionContext value={StepUpDialog}>{children}</InterruptionContext>;
}
