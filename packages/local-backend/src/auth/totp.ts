import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

const STEP_SECONDS = 30;
/** Accepts codes of one step before and one step after the current step, because clocks differ. */
const TOLERATED_STEPS = 1;
/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;

export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The SVG must not contain `#`: clients put the SVG into a data URL, where `#` starts the fragment.
 */
export function describeTotp(factor: { secret: string; issuer: string; label: string }) {
  const uri = buildTotp(factor).toString();
  return { uri, qrCode: renderSVG(uri, { ecc: "M", pixelSize: 4 }) };
}

export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = buildTotp({ secret, issuer: "", label: "" }).validate({
    token: code,
    timestamp: nowMs,
    window: TOLERATED_STEPS,
  });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
}

function buildTotp({ secret, issuer, label }: { secret: string; issuer: string; label: string }) {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: STEP_SECONDS,
  });
}
