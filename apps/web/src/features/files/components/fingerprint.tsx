import { strings } from "@/features/files/strings";

/** The SHA-256 fingerprint of a file. One click selects it for copying. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  return (
    <p className="mt-1 font-mono text-xs break-all text-ink-muted">
      {strings.fingerprint} <span className="select-all">{sha256}</span>
    </p>
  );
}
