import { invalid } from "./errors.ts";

/**
 * Checks that a phone number has the format of E.164.
 * @throws AuthError 400 `validation_failed`
 */
export function checkPhone(phone: string): void {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone)) {
    throw invalid("Invalid phone number format (E.164 required)");
  }
}
