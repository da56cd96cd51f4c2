"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { strings } from "@/app/_components/strings";
import { isReachable } from "@/components/live/reachable";
import { Button } from "@/components/ui/button";

const RETRY_MILLISECONDS = 15_000;

/** Asks the server again, by hand and every 15 seconds. */
export function SessionRetry() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    const ask = async () => {
      if (await isReachable()) startTransition(() => router.refresh());
    };
    const timer = setInterval(ask, RETRY_MILLISECONDS);
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
