import { AuthRefusal } from "./answers.js";
import { decodeCbor } from "./cbor.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** What the service expects of a passkey. */
export interface RelyingParty {
  /** Domain of the passkeys, such as `app.example.com`. */
  rpId: string;
  /** Origins of the pages that may use them. */
  origins: readonly string[];
}

export interface Expected extends RelyingParty {
  type: "webauthn.create" | "webauthn.get";
  challenge: string;
}

const USER_PRESENT = 1;
const HAS_CREDENTIAL = 64;
/** Before the credential: hash of the domain, flags, counter. */
const HEAD_BYTES = 37;
const AAGUID_BYTES = 16;

function failed(): AuthRefusal {
  return new AuthRefusal(400, "webauthn_verification_failed");
}

/** Unpadded base64url only, as the service. */
function fromBase64Url(text: unknown): Bytes {
  if (typeof text !== "string" || !/^[\w-]+$/.test(text)) throw failed();
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

async function hash(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => toBase64Url(a) === toBase64Url(b);

/** @see https://www.w3.org/TR/webauthn-2/#sctn-verifying-assertion steps 10 to 13 */
function checkClientData(bytes: Bytes, { type, challenge, origins }: Expected): void {
  const data = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  const isGood =
    data.type === type && data.challenge === challenge && origins.includes(String(data.origin));
  if (!isGood) throw failed();
}

async function checkAuthenticator(bytes: Bytes, { rpId }: Expected): Promise<void> {
  const wanted = await hash(new TextEncoder().encode(rpId));
  const flags = bytes[32] ?? 0;
  if (!isSame(bytes.slice(0, 32), wanted) || (flags & USER_PRESENT) === 0) throw failed();
}

/** ES256 is the only algorithm that the service offers here. */
function importKey(cose: ReturnType<typeof decodeCbor>["value"]): Promise<CryptoKey> {
  if (!(cose instanceof Map) || cose.get(3) !== -7) throw failed();
  const [x, y] = [cose.get(-2), cose.get(-3)];
  if (!(x instanceof Uint8Array) || !(y instanceof Uint8Array)) throw failed();
  const jwk = { kty: "EC", crv: "P-256", x: toBase64Url(x), y: toBase64Url(y) };
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return crypto.subtle.importKey("jwk", jwk, algorithm, true, ["verify"]);
}

/** Authenticators write DER, WebCrypto reads the two numbers in 32 bytes each. */
function toRawSignature(der: Bytes): Bytes {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const number = der.slice(at + 2, at + 2 + length).filter((_, i, all) => i >= all.length - 32);
    raw.set(number, end - number.length);
    at += 2 + length;
  }
  return raw;
}

type Fields = Record<string, unknown>;

function responseOf(credential: unknown): { id: string; response: Fields } {
  const { id, response } = Object(credential) as { id?: unknown; response?: unknown };
  if (typeof id !== "string") throw failed();
  return { id, response: Object(response) };
}

export interface NewCredential {
  id: string;
  publicKey: CryptoKey;
}

/** @throws AuthRefusal `webauthn_verification_failed` */
export async function verifyNewCredential(
  credential: unknown,
  expected: Expected,
): Promise<NewCredential> {
  const { id, response } = responseOf(credential);
  checkClientData(fromBase64Url(response.clientDataJSON), expected);
  const { value } = decodeCbor(fromBase64Url(response.attestationObject));
  const data = value instanceof Map ? value.get("authData") : null;
  if (!(data instanceof Uint8Array)) throw failed();
  await checkAuthenticator(data, expected);
  if (((data[32] ?? 0) & HAS_CREDENTIAL) === 0) throw failed();
  const at = HEAD_BYTES + AAGUID_BYTES;
  const end = at + 2 + new DataView(data.buffer, data.byteOffset).getUint16(at);
  if (toBase64Url(data.slice(at + 2, end)) !== id) throw failed();
  return { id, publicKey: await importKey(decodeCbor(data, end).value) };
}

/** @throws AuthRefusal `webauthn_verification_failed` */
export async function verifyAssertion(
  credential: unknown,
  publicKey: CryptoKey,
  expected: Expected,
): Promise<void> {
  const { response } = responseOf(credential);
  const client = fromBase64Url(response.clientDataJSON);
  const data = fromBase64Url(response.authenticatorData);
  checkClientData(client, expected);
  await checkAuthenticator(data, expected);
  const signed = new Uint8Array([...data, ...(await hash(client))]);
  const signature = toRawSignature(fromBase64Url(response.signature));
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  if (!(await crypto.subtle.verify(algorithm, publicKey, signature, signed))) throw failed();
}
