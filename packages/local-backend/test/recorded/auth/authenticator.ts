import { Secret, TOTP } from "otpauth";

/** Returns the code that an authenticator app shows at the given time. */
export function generateCode(secret: string, milliseconds: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: milliseconds });
}
