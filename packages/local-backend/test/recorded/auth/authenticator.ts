import { Secret, TOTP } from "otpauth";

export function generateCode(secret: string, milliseconds: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: milliseconds });
}
