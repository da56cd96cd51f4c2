import { invalid } from "./errors.ts";

export function checkPhone(phone: string): void {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone)) {
    throw invalid("Invalid phone number format (E.164 required)");
  }
}
