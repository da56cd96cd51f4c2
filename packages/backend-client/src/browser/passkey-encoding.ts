export function toBase64Url(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  let binary = "";
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

interface Descriptor {
  id: string;
  type: "public-key";
}

const decodeAll = (list: readonly Descriptor[] | undefined) =>
  list?.map((each) => ({ ...each, id: fromBase64Url(each.id) }));

export interface EncodedOptions {
  challenge: string;
  user?: { id: string; name: string; displayName: string };
  allowCredentials?: Descriptor[];
  excludeCredentials?: Descriptor[];
}

export function decodeRequest(options: EncodedOptions): PublicKeyCredentialRequestOptions {
  return {
    ...(options as object),
    challenge: fromBase64Url(options.challenge),
    allowCredentials: decodeAll(options.allowCredentials) ?? [],
  };
}

export function decodeCreation(options: EncodedOptions): PublicKeyCredentialCreationOptions {
  const { user } = options;
  return {
    ...(options as object as PublicKeyCredentialCreationOptions),
    challenge: fromBase64Url(options.challenge),
    user: { ...user, id: fromBase64Url(user?.id ?? "") } as PublicKeyCredentialUserEntity,
    excludeCredentials: decodeAll(options.excludeCredentials) ?? [],
  };
}

const BYTES = [
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "signature",
  "userHandle",
];

/**
 * Does not call `toJSON`. Some password managers replace it with a version that returns standard
 * base64, which the service refuses.
 */
export function encodeCredential(credential: PublicKeyCredential): Record<string, unknown> {
  const { rawId, authenticatorAttachment } = credential;
  const response = credential.response as AuthenticatorAttestationResponse;
  const id = toBase64Url(rawId);
  return {
    id,
    rawId: id,
    type: "public-key",
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: credential.getClientExtensionResults?.() ?? {},
    response: {
      ...Object.fromEntries(
        BYTES.flatMap((name) => {
          const bytes = response[name as keyof AuthenticatorResponse];
          return bytes ? [[name, toBase64Url(bytes)]] : [];
        }),
      ),
      // Password managers that replace the browser's dialog may omit this method.
      transports: response.getTransports?.(),
    },
  };
}
