import { Fragment } from "react";
import { strings } from "@/features/files/strings";

/**
 * The SHA-256 fingerprint of a file, in groups of eight digits. The gaps are margins, so that a copy
 * contains no spaces. One click selects the whole fingerprint for copying.
 */
export function Fingerprint({ sha256 }: { sha256: string }) {
  const groups = [...sha256.matchAll(/.{1,8}/g)];
  return (
    <p className="mt-1 text-xs text-ink-muted">
      <span className="block">{strings.fingerprint}</span>
      <span className="font-mono select-all">
        {groups.map(({ 0: group, index }) => (
          <Fragment key={index}>
            {index > 0 ? <wbr /> : null}
            <span className="mr-1.5">{group}</span>
          </Fragment>
        ))}
      </span>
    </p>
  );
}
