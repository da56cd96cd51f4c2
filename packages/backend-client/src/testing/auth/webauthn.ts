import { AuthRefusal } from "./answers.js";
import { decodeCbor } from "./cbor.js";
import { importCoseKey, toBase64Url, verifySignature } from "./cose.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** The project's settings for passkeys. */
export interface RelyingParty {
  /** Domain of the passkeys, such as `app.example.com`. */
  rpId: string;
  /** Origins of the pages that may use the passkeys. */
  origins: readonly string[];
}

export interface Expected extends RelyingParty {
  type: "webauthn.create" | "webauthn.get";
  challenge: string;
}

const USER_PRESENT = 1;
const HAS_CREDENTIAL = 64;
const HEAD_BYTES = 37;
const AAGUID_BYTES = 16;

function failed(): AuthRefusal {
  return new AuthRefusal(400, "webauthn_verification_failed");
}

/** Accepts padding but refuses standard base64, as the service does. */
function fromBase64Url(text: unknown): Bytes {
  if (typeof text !== "string" || !/^[\w-]+=*$/.test(text)) throw failed();
  const plain = atob(text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

async function hash(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => toBase64Url(a) === toBase64Url(b);

function normalOrigin(text: string): string {
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : text;
}

/** @see https://www.w3.org/TR/webauthn-2/#sctn-verifying-assertion steps 10 to 13 */
function checkClientData(bytes: Bytes, { type, challenge, origins }: Expected): void {
  const data = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  const isListed = origins.map(normalOrigin).includes(normalOrigin(String(data.origin)));
  if (data.type !== type || data.challenge !== challenge || !isListed) throw failed();
}

async function checkAuthenticator(bytes: Bytes, { rpId }: Expected): Promise<void> {
  const wanted = await hash(new TextEncoder().encode(rpId));
  const flags = bytes[32] ?? 0;
  if (!isSame(bytes.slice(0, 32), wanted) || (flags & USER_PRESENT) === 0) throw failed();
}

type Fields = Record<string, unknown>;

function readCredential(credential: unknown): { rawId: Bytes; response: Fields } {
  const { id, rawId, type, response } = Object(credential) as Fields;
  const isNamed = typeof id === "string" && /^[\w-]+$/.test(id);
  if (!isNamed || type !== "public-key") throw failed();
  return { rawId: fromBase64Url(rawId), response: Object(response) };
}

/** The service returns `webauthn_verification_failed` for every invalid credential. */
async function orFail<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw failed();
  }
}

export interface NewCredential {
  id: string;
  publicKey: CryptoKey;
}

export function verifyNewCredential(
  credential: unknown,
  expected: Expected,
): Promise<NewCredential> {
  return orFail(async () => {
    const { response } = readCredential(credential);
    checkClientData(fromBase64Url(response.clientDataJSON), expected);
    const { value } = decodeCbor(fromBase64Url(response.attestationObject));
    const data = value instanceof Map ? value.get("authData") : null;
    if (!(data instanceof Uint8Array)) throw failed();
    await checkAuthenticator(data, expected);
    if (((data[32] ?? 0) & HAS_CREDENTIAL) === 0) throw failed();
    const at = HEAD_BYTES + AAGUID_BYTES;
    const end = at + 2 + new DataView(data.buffer, data.byteOffset).getUint16(at);
    const id = toBase64Url(data.slice(at + 2, end));
    return { id, publicKey: await importCoseKey(data, end) };
  });
}

export function readAssertion(credential: unknown): Promise<{ id: string; userId: string }> {
  return orFail(() => {
    const { rawId, response } = readCredential(credential);
    const userId = new TextDecoder().decode(fromBase64Url(response.userHandle));
    return { id: toBase64Url(rawId), userId };
  });
}

export function verifyAssertion(
  credential: unknown,
  publicKey: CryptoKey,
  expected: Expected,
): Promise<void> {
  return orFail(async () => {
    const { response } = readCredential(credential);
    const client = fromBase64Url(response.clientDataJSON);
    const data = fromBase64Url(response.authenticatorData);
    checkClientData(client, expected);
    await checkAuthenticator(data, expected);
    const signed = new Uint8Array([...data, ...(await hash(client))]);
    const signature = fromBase64Url(response.signature);
    if (!(await verifySignature(publicKey, signature, signed))) throw failed();
  });
}
