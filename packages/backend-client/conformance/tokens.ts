import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export const ALGORITHMS = ["ES256", "RS256", "EdDSA", "HS256"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export const JWT_SECRET = "a secret of the conformance suite, 32 bytes or more";

export interface TokenSigner {
  readonly keys: readonly JWK[];
  sign(algorithm: Algorithm, claims: Record<string, unknown>): Promise<string>;
  tamper(claims: Record<string, unknown>): Promise<Record<Tampering, string>>;
}

export const TAMPERINGS = [
  "another payload",
  "another signature",
  "no algorithm",
  "the public key as HS256 secret",
  "another key under a known id",
] as const;
export type Tampering = (typeof TAMPERINGS)[number];

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

async function createKey(alg: Exclude<Algorithm, "HS256">) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = crypto.randomUUID();
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

type SigningKey = Awaited<ReturnType<typeof createKey>>;

const signWith = ({ alg, kid, privateKey }: SigningKey, claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg, kid, typ: "JWT" }).sign(privateKey);

const signSecret = (secret: string, kid: string | undefined, claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT", ...(kid ? { kid } : {}) })
    .sign(new TextEncoder().encode(secret));

export async function createTokenSigner(): Promise<TokenSigner> {
  const [es256, rs256, eddsa, stranger] = await Promise.all([
    createKey("ES256"),
    createKey("RS256"),
    createKey("EdDSA"),
    createKey("ES256"),
  ]);
  const own = { ES256: es256, RS256: rs256, EdDSA: eddsa };
  return {
    keys: [es256.jwk, rs256.jwk, eddsa.jwk],
    sign: (algorithm, claims) =>
      algorithm === "HS256"
        ? signSecret(JWT_SECRET, undefined, claims)
        : signWith(own[algorithm], claims),
    async tamper(claims) {
      const [header = "", payload = "", signature = ""] = (await signWith(es256, claims)).split(
        ".",
      );
      const other = signature.startsWith("A") ? "B" : "A";
      return {
        "another payload": `${header}.${encode({ ...claims, role: "service_role" })}.${signature}`,
        "another signature": `${header}.${payload}.${other}${signature.slice(1)}`,
        "no algorithm": `${encode({ alg: "none", typ: "JWT" })}.${payload}.${signature}`,
        "the public key as HS256 secret": await signSecret(
          JSON.stringify(es256.jwk),
          es256.kid,
          claims,
        ),
        "another key under a known id": await signWith({ ...stranger, kid: es256.kid }, claims),
      };
    },
  };
}
