import {
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
} from "node:crypto";

export interface SigningKey {
  kid: string;
  publicKey: KeyObject;
  jwk: JsonWebKey & { kid: string; alg: "ES256"; use: "sig" };
  sign(claims: Record<string, unknown>): string;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomUUID();
  const header = encode({ alg: "ES256", kid, typ: "JWT" });
  return {
    kid,
    publicKey,
    jwk: { ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" },
    sign(claims) {
      const signed = `${header}.${encode(claims)}`;
      const signature = sign("sha256", Buffer.from(signed), {
        key: privateKey,
        dsaEncoding: "ieee-p1363",
      });
      return `${signed}.${signature.toString("base64url")}`;
    },
  };
}
