import { strings } from "@/features/files/strings";

/** This many characters are enough to tell two files apart at a glance. */
const SHOWN_CHARACTERS = 12;

/**
 * Shows the start of a file's SHA-256 fingerprint. A disclosure contains the whole fingerprint,
 * which one click selects for copying. With `isWhole`, shows the whole fingerprint immediately, for
 * print.
 */
export function Fingerprint({ sha256, isWhole = false }: { sha256: string; isWhole?: boolean }) {
  if (isWhole) {
    return (
      <p className="mt-1 font-mono text-xs break-all text-ink-muted">
        {strings.fingerprint} {sha256}
      </p>
    );
  }
  return (
    <details className="text-xs text-ink-muted">
      <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-md hover:underline">
        <span>
          {strings.fingerprint}{" "}
          <span className="font-mono">{sha256.slice(0, SHOWN_CHARACTERS)}…</span>
        </span>
      </summary>
      <p className="pb-1 font-mono break-all select-all">{sha256}</p>
    </details>
  );
}
