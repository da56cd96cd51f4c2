"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { ButtonLink } from "@/components/ui/button";
import { page } from "@/features/requests/strings";
import { mayNavigate } from "@/lib/browser/offline-navigation";
import { isKeyTaken } from "@/lib/browser/single-keys";

export function ReviewLink({ href, count }: { href: Route; count: number }) {
  const router = useRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.key.toLowerCase() !== "v" || isKeyTaken(event)) return;
      event.preventDefault();
      if (mayNavigate()) router.push(href);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [router, href]);
  return (
    <ButtonLink href={href}>
      <span className="whitespace-nowrap">
        {page.reviewCount(count)}
        <span className="max-md:sr-only">{page.answers(count)}</span>
      </span>
      <kbd aria-hidden className="hidden md:pointer-fine:inline-block">
        V
      </kbd>
    </ButtonLink>
  );
}
