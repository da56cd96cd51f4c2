"use client";

import { FailureMessage } from "@/app/_components/failure-page";

/** A page of the request failed; its frame stays. */
export default function ItemsError({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailureMessage error={error} retry={retry} />;
}
