import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

interface SigningKey {
  privateKey: CryptoKey;
  jwk: JWK;
}

export interface Signer {
  sign(claims: Record<string, unknown>): Promise<string>;
  jwks(): Promise<{ keys: JWK[] }>;
  rotate(): void;
}

export function createSigner(): Signer {
  const createKey = async (): Promise<SigningKey> => {
    const kid = crypto.randomUUID();
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" } };
  };
  let current: Promise<SigningKey> | null = null;
  const key = (): Promise<SigningKey> => {
    current ??= createKey();
    return current;
  };
  return {
    async sign(claims) {
      const { privateKey, jwk } = await key();
      const header = { alg: "ES256", kid: jwk.kid ?? "", typ: "JWT" };
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    },
    jwks: async () => ({ keys: [(await key()).jwk] }),
    rotate() {
      current = createKey();
    },
  };
}
