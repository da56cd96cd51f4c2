"use client";

import { unstable_rethrow, usePathname, useRouter } from "next/navigation";
import { Component, type ReactNode, startTransition } from "react";
import { FailureMessage, FailurePage } from "@/app/_components/failure/failure-page";
import { RetryAfterOutage } from "@/lib/backend/retry-after-outage";

type BoundaryProps = {
  children: ReactNode;
  pathname: string;
  refresh: () => void;
  isPage: boolean;
};
type BoundaryState = { failure: { error: unknown } | null; pathname: string };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, pathname: this.props.pathname };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    // Next implements redirects and missing pages with errors, and handles these errors itself.
    unstable_rethrow(error);
    return { failure: { error } };
  }

  /** Clears the failure after a navigation. */
  static getDerivedStateFromProps(
    { pathname }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return pathname === state.pathname ? null : { failure: null, pathname };
  }

  retry = () => {
    startTransition(() => {
      this.props.refresh();
      this.setState({ failure: null });
    });
  };

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const Failure = this.props.isPage ? FailurePage : FailureMessage;
    return (
      <>
        <RetryAfterOutage retry={this.retry} />
        <Failure error={failure.error} retry={this.retry} />
      </>
    );
  }
}

/**
 * Layouts use this component instead of `error.tsx`. Browsers would load the script of an
 * `error.tsx` on every page below it, even if no page fails.
 */
export function FailureBoundary({
  children,
  isPage = false,
}: {
  children: ReactNode;
  /**
   * True if the content has no header or sidebar around it. The failure page then has its own
   * header.
   */
  isPage?: boolean;
}) {
  const { refresh } = useRouter();
  const pathname = usePathname();
  return (
    <Boundary pathname={pathname} refresh={refresh} isPage={isPage}>
      {children}
    </Boundary>
  );
}
