import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

export function Card({
  children,
  className,
  as: Element = "section",
  labelledBy,
  padded = true,
}: {
  children: ReactNode;
  className?: string;
  as?: "section" | "div" | "article" | "aside" | "li";
  labelledBy?: string;
  padded?: boolean;
}) {
  return (
    <Element
      aria-labelledby={labelledBy}
      className={classNames(
        "rounded-lg border border-line bg-surface",
        padded && "p-4 sm:p-6",
        className,
      )}
    >
      {children}
    </Element>
  );
}
