import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app shows. */
export function generateCode(secret: string, milliseconds: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: milliseconds });
}
