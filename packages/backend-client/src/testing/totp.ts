const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PERIOD_MS = 30_000;

function decodeBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}

export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => ALPHABET.charAt(Number.parseInt(five, 2)))
    .join("");
}

/**
 * Returns the code that an authenticator app shows (RFC 6238: SHA-1, 30 s, six digits).
 * @param secret the secret in Base32, from `mfa.enroll`
 * @param nowMs time in milliseconds since the epoch, typically `clock.now()`
 */
export async function totpCode(secret: string, nowMs: number): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", decodeBase32(secret), algorithm, false, [
    "sign",
  ]);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(nowMs / PERIOD_MS)));
  const digest = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const offset = digest.getUint8(digest.byteLength - 1) & 15;
  return String((digest.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export async function isTotpCode(secret: string, code: unknown, nowMs: number): Promise<boolean> {
  for (const offset of [0, -PERIOD_MS, PERIOD_MS]) {
    if ((await totpCode(secret, nowMs + offset)) === code) return true;
  }
  return false;
}
