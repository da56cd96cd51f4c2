import { toBase64Url } from "../../src/testing/auth/webauthn.js";

type Bytes = Uint8Array<ArrayBuffer>;

const text = (value: string): Bytes => new TextEncoder().encode(value);
const join = (...parts: readonly (Bytes | number[])[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const hash = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** CBOR of a text and of bytes, up to 64 kB. */
const cborText = (value: string): Bytes => join([0x60 + value.length], text(value));
const cborBytes = (bytes: Bytes): Bytes =>
  join([0x59, bytes.length >> 8, bytes.length & 255], bytes);

/** WebCrypto writes two numbers of 32 bytes, authenticators write DER. */
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
}

export interface SoftAuthenticator {
  create(ceremony: Ceremony): Promise<unknown>;
  get(ceremony: Ceremony): Promise<unknown>;
}

/** An authenticator with one passkey, for tests without a browser. */
export async function createSoftAuthenticator(
  defaults: Required<Omit<Ceremony, "challenge">>,
): Promise<SoftAuthenticator> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ]);
  const point: Bytes = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  const id = crypto.getRandomValues(new Uint8Array(16));
  const clientData = (type: string, { challenge, origin = defaults.origin }: Ceremony): Bytes =>
    text(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = async ({ rpId = defaults.rpId }: Ceremony, flags: number): Promise<Bytes> =>
    join(await hash(text(rpId)), [flags, 0, 0, 0, 0]);
  const named = (response: Record<string, Bytes>) => ({
    id: toBase64Url(id),
    rawId: toBase64Url(id),
    type: "public-key",
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, toBase64Url(bytes)]),
    ),
    clientExtensionResults: {},
  });
  return {
    async create(ceremony) {
      const coordinate = (from: number) => join([0x58, 32], point.slice(from, from + 32));
      // A map of kty 2, alg -7, crv 1, x and y (RFC 9053).
      const cose = join(
        [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21],
        coordinate(1),
        [0x22],
        coordinate(33),
      );
      const credential = join(new Uint8Array(16), [0, id.length], id, cose);
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
      const signature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        privateKey,
        signed,
      );
      const der = toDer(new Uint8Array(signature));
      return named({ clientDataJSON, authenticatorData, signature: der });
    },
  };
}
