import { generateKeyPairSync, sign } from "node:crypto";

export interface SelfSigned {
  key: string;
  cert: string;
}

/** @see ITU-T X.690 §8.1 */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  const size = length < 128 ? [length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const bytes = (...values: number[]) => Uint8Array.from(values);
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, "").slice(2, 14)}Z`));

const ECDSA_WITH_SHA256 = sequence(der(0x06, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2)));
const COMMON_NAME = der(0x06, bytes(0x55, 4, 3));
const DAY_MS = 24 * 60 * 60 * 1000;

/** @see RFC 5280 §4.1 */
export function createSelfSigned(commonName: string): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(
    der(0x31, sequence(COMMON_NAME, der(0x0c, new TextEncoder().encode(commonName)))),
  );
  const now = Date.now();
  const content = sequence(
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, bytes(1)),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + DAY_MS))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = sequence(content, ECDSA_WITH_SHA256, der(0x03, bytes(0), signature));
  const base64 = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
