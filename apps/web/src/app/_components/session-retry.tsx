"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useTransition } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "@/components/ui/button";
import { isReachable } from "@/lib/http/reachable";

const RETRY_MILLISECONDS = 15_000;

/**
 * Refreshes the page every 15 seconds if the server is reachable. Without scripts, the button
 * reloads the page.
 */
export function SessionRetry({
  label,
  variant = "secondary",
  size = "sm",
}: {
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}) {
  const router = useRouter();
  const search = useSearchParams();
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    const ask = async () => {
      if (await isReachable()) startTransition(() => router.refresh());
    };
    const timer = setInterval(ask, RETRY_MILLISECONDS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        startTransition(() => router.refresh());
      }}
    >
      {[...search].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant={variant} size={size} disabled={isPending}>
        {label}
      </Button>
    </form>
  );
}
