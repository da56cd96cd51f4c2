import { toBase64Url } from "../../src/testing/auth/cose.js";

type Bytes = Uint8Array<ArrayBuffer>;

const text = (value: string): Bytes => new TextEncoder().encode(value);
const join = (...parts: readonly (Bytes | number[])[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const hash = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * CBOR (RFC 8949). The service requires the shortest encoding of each length. `cborText` supports
 * up to 23 ASCII characters, and `cborBytes` up to 64 kB.
 */
const cborText = (value: string): Bytes => join([0x60 + value.length], text(value));
function cborBytes(bytes: Bytes): Bytes {
  const { length } = bytes;
  if (length < 24) return join([0x40 + length], bytes);
  return length < 256
    ? join([0x58, length], bytes)
    : join([0x59, length >> 8, length & 255], bytes);
}

/**
 * Converts a WebCrypto signature (two numbers of 32 bytes each) to DER, the format of
 * authenticators.
 */
function toDer(raw: Bytes): Bytes {
  const numbers = [raw.slice(0, 32), raw.slice(32)].map((number) => {
    const first = number.findIndex((byte) => byte !== 0);
    const plain = number.slice(first);
    const signed = (plain[0] ?? 0) > 127 ? join([0], plain) : plain;
    return join([2, signed.length], signed);
  });
  const body = join(...numbers);
  return join([0x30, body.length], body);
}

export interface Ceremony {
  challenge: string;
  rpId?: string;
  origin?: string;
  userHandle?: string | undefined;
}

export interface SoftAuthenticator {
  create(ceremony: Ceremony): Promise<unknown>;
  get(ceremony: Ceremony): Promise<unknown>;
}

interface KeyPair {
  cose: Bytes;
  sign(signed: Bytes): Promise<Bytes>;
}

async function createEcKey(): Promise<KeyPair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  const point: Bytes = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  const coordinate = (from: number) => join([0x58, 32], point.slice(from, from + 32));
  return {
    // A COSE key: a CBOR map with kty 2, alg -7, crv 1, x and y.
    cose: join([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21], coordinate(1), [0x22], coordinate(33)),
    async sign(signed) {
      const algorithm = { name: "ECDSA", hash: "SHA-256" };
      return toDer(new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, signed)));
    },
  };
}

async function createRsaKey(): Promise<KeyPair> {
  const name = "RSASSA-PKCS1-v1_5";
  const publicExponent = Uint8Array.of(1, 0, 1);
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name, hash: "SHA-256", modulusLength: 2048, publicExponent },
    true,
    ["sign", "verify"],
  );
  const { n = "" } = await crypto.subtle.exportKey("jwk", publicKey);
  const modulus: Bytes = new Uint8Array(Buffer.from(n, "base64url"));
  return {
    // A COSE key: a CBOR map with kty 3, alg -257, n and e.
    cose: join(
      [0xa4, 1, 3, 3, 0x39, 1, 0, 0x20],
      cborBytes(modulus),
      [0x21],
      cborBytes(publicExponent),
    ),
    sign: async (signed) => new Uint8Array(await crypto.subtle.sign(name, privateKey, signed)),
  };
}

export async function createSoftAuthenticator(
  defaults: Required<Pick<Ceremony, "rpId" | "origin">>,
  algorithm: "ES256" | "RS256" = "ES256",
): Promise<SoftAuthenticator> {
  const key = await (algorithm === "ES256" ? createEcKey() : createRsaKey());
  const id = crypto.getRandomValues(new Uint8Array(16));
  const clientData = (type: string, { challenge, origin = defaults.origin }: Ceremony): Bytes =>
    text(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = async ({ rpId = defaults.rpId }: Ceremony, flags: number): Promise<Bytes> =>
    join(await hash(text(rpId)), [flags, 0, 0, 0, 0]);
  let user: string | undefined;
  const named = (response: Record<string, Bytes>, userHandle?: string) => ({
    id: toBase64Url(id),
    rawId: toBase64Url(id),
    type: "public-key",
    response: {
      ...Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, toBase64Url(bytes)]),
      ),
      ...(userHandle === undefined ? {} : { userHandle }),
    },
    clientExtensionResults: {},
  });
  return {
    async create(ceremony) {
      user = ceremony.userHandle;
      const credential = join(new Uint8Array(16), [0, id.length], id, key.cose);
      const authData = join(await head(ceremony, 0x41), credential);
      const attestationObject = join(
        [0xa3],
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Uint8Array.of(0xa0)],
        ...[cborText("authData"), cborBytes(authData)],
      );
      return named({ clientDataJSON: clientData("webauthn.create", ceremony), attestationObject });
    },
    async get(ceremony) {
      const clientDataJSON = clientData("webauthn.get", ceremony);
      const authenticatorData = await head(ceremony, 1);
      const signed = join(authenticatorData, await hash(clientDataJSON));
      const signature = await key.sign(signed);
      const userHandle = ceremony.userHandle ?? user;
      return named({ clientDataJSON, authenticatorData, signature }, userHandle);
    },
  };
}
