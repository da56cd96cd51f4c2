import { Fragment } from "react";
import { strings } from "@/features/files/strings";

function Groups({ digits }: { digits: string }) {
  return [...digits.matchAll(/.{1,8}/g)].map(({ 0: group, index }) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      <span className="mr-1.5">{group}</span>
    </Fragment>
  ));
}

/** Margins separate the groups of digits, so that a copied fingerprint contains no spaces. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  const half = sha256.length / 2;
  return (
    <p className="mt-1 text-xs text-ink-muted">
      <span className="block">{strings.fingerprint}</span>
      <span className="font-mono select-all">
        {[sha256.slice(0, half), sha256.slice(half)].map((digits) => (
          <span key={digits} className="inline-block">
            <Groups digits={digits} />
          </span>
        ))}
      </span>
    </p>
  );
}
