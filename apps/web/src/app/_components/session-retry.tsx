"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { strings } from "@/app/_components/strings";
import { Button } from "@/components/ui/button";

const RETRY_MILLISECONDS = 15_000;

/** Asks the server again, by hand and every 15 seconds. */
export function SessionRetry() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    const timer = setInterval(() => startTransition(() => router.refresh()), RETRY_MILLISECONDS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={isPending}
      onClick={() => startTransition(() => router.refresh())}
    >
      {strings.retry}
    </Button>
  );
}
