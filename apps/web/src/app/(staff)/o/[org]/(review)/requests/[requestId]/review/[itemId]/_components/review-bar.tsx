"use client";

import { ChevronDown, ChevronRight, ChevronUp, CircleHelp, Keyboard, X } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { strings as app } from "@/app/_components/strings";
import { openStaffTool } from "@/app/(staff)/o/[org]/_components/staff-tools";
import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { buttonClasses } from "@/components/ui/button";
import { Monogram } from "@/components/ui/monogram";
import { LiveNotice } from "@/features/requests/components/live-notice";
import type { OwnViewer } from "@/features/requests/types";
import { strings } from "@/features/review/strings";

type BarProps = {
  client: { id: string; name: string; href: Route };
  request: { id: string; title: string; href: Route };
  item: string;
  position: string;
  previous: Route | null;
  next: Route | null;
  readAt: number;
  viewer: OwnViewer | undefined;
};

const ICON = "size-8 shrink-0 px-0 pointer-coarse:size-11";
const CRUMB = "min-w-0 truncate leading-6 text-ink-muted hover:text-ink hover:underline";

function Step({ href, label, keys }: { href: Route | null; label: string; keys: "J" | "K" }) {
  const Icon = keys === "K" ? ChevronUp : ChevronDown;
  if (!href) {
    return (
      <span aria-hidden className={buttonClasses("secondary", "md", `${ICON} opacity-40`)}>
        <Icon className="size-4" />
      </span>
    );
  }
  return (
    <Link
      href={href}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      className={buttonClasses("secondary", "md", ICON)}
    >
      <Icon aria-hidden className="size-4" />
    </Link>
  );
}

export function ReviewBar({
  client,
  request,
  item,
  position,
  previous,
  next,
  readAt,
  viewer,
}: BarProps) {
  return (
    <>
      <Link
        href={request.href}
        aria-label={strings.back}
        title={`${strings.back} (Esc)`}
        className={buttonClasses(
          "quiet",
          "md",
          `${ICON} max-md:-ml-1 max-md:pointer-coarse:-ml-2.5`,
        )}
      >
        <X aria-hidden className="size-4" />
      </Link>
      <h1 className="line-clamp-2 min-w-0 grow basis-0 text-sm font-semibold md:sr-only">{item}</h1>
      <nav
        aria-label={strings.breadcrumb}
        className="flex min-w-0 grow items-center gap-1.5 max-md:hidden"
      >
        <Monogram id={client.id} name={client.name} shape="client" size={22} />
        <Link href={client.href} className={CRUMB}>
          {client.name}
        </Link>
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-subtle" />
        <Link href={request.href} className={CRUMB}>
          {request.title}
        </Link>
      </nav>
      <LiveNotice topic={`request:${request.id}`} readAt={readAt} viewer={viewer} />
      <span className="px-1.5 text-xs whitespace-nowrap text-ink-subtle max-md:hidden">
        {position}
      </span>
      <Step href={previous} label={strings.previous} keys="K" />
      <Step href={next} label={strings.next} keys="J" />
      <button
        type="button"
        aria-label={strings.shortcuts}
        title={`${strings.shortcuts} (?)`}
        onClick={() => openStaffTool("keys")}
        className={buttonClasses(
          "quiet",
          "md",
          `${ICON} max-md:hidden [@media(scripting:none)]:hidden`,
        )}
      >
        <Keyboard aria-hidden className="size-4" />
      </button>
      <Link
        href="/help#staff"
        target="_blank"
        prefetch={false}
        title={frame.help}
        className={buttonClasses("quiet", "md", ICON)}
      >
        <CircleHelp aria-hidden className="size-4" />
        <span className="sr-only">
          {frame.help} {app.newTab}
        </span>
      </Link>
      {/* On phones, the client's name has its own row, so that long names fit. */}
      <p className="flex w-full gap-1 px-1 text-2xs whitespace-nowrap text-ink-subtle md:hidden">
        <span dir="auto" className="min-w-0 truncate font-semibold text-ink-muted">
          {client.name}
        </span>
        · {position}
      </p>
    </>
  );
}
