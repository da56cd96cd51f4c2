"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { InterruptionContext, type InterruptionProps } from "@/components/forms/interruption";

// Load the dialog on demand, because few users need it. `next/dynamic` would add 2 kB to every page
// for server rendering.
const StepUpDialog = lazy(async () => {
  const { StepUpDialog } = await import("@/features/mfa/components/step-up-dialog");
  return { default: StepUpDialog };
});

function StepUp(props: InterruptionProps) {
  return (
    <Suspense>
      <StepUpDialog {...props} />
    </Suspense>
  );
}

export function StepUpProvider({ children }: { children: ReactNode }) {
  return <InterruptionContext value={StepUp}>{children}</InterruptionContext>;
}
