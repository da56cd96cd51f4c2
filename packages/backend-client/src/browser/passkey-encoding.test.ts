import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeCreation,
  decodeRequest,
  encodeCredential,
  fromBase64Url,
  toBase64Url,
} from "./passkey-encoding.js";

const bytes = fc.uint8Array({ maxLength: 300 }).map((part) => Uint8Array.from(part));
/** The Base64 form of these bytes contains `+`, `/` and `=`. */
const TRICKY = Uint8Array.of(251, 239, 190, 255, 255);

describe("the Base64url encoding of bytes", () => {
  it("equals Node's unpadded encoding and decodes to the same bytes", () => {
    expect(toBase64Url(TRICKY)).toBe("----__8");
    fc.assert(
      fc.property(bytes, (given) => {
        const text = Buffer.from(given).toString("base64url");
        expect(toBase64Url(given)).toBe(text);
        expect(toBase64Url(given.buffer.slice(0))).toBe(text);
        expect(fromBase64Url(text)).toEqual(given);
      }),
    );
  });

  it("covers only the bytes of the typed array, not its whole buffer", () => {
    expect(toBase64Url(new Uint8Array(TRICKY.buffer, 3))).toBe("__8");
  });

  it("is decoded even if it has padding", () => {
    expect(fromBase64Url("----__8=")).toEqual(TRICKY);
  });
});

describe("passkey options from the auth service", () => {
  const challenge = toBase64Url(TRICKY);

  it("are converted to the browser's options for a sign-in", () => {
    const options = {
      challenge,
      rpId: "app.test",
      timeout: 300_000,
      userVerification: "preferred",
    };
    expect(decodeRequest(options)).toEqual({ ...options, challenge: TRICKY, allowCredentials: [] });
    const allowCredentials = [{ type: "public-key" as const, id: challenge, transports: ["usb"] }];
    expect(decodeRequest({ challenge, allowCredentials }).allowCredentials).toEqual([
      { type: "public-key", id: TRICKY, transports: ["usb"] },
    ]);
  });

  it("are converted to the browser's options for a registration", () => {
    const user = { id: toBase64Url(Uint8Array.of(1, 2)), name: "ada", displayName: "Ada" };
    const excludeCredentials = [{ type: "public-key" as const, id: challenge }];
    const options = { challenge, user, excludeCredentials, attestation: "none" };
    expect(decodeCreation(options)).toEqual({
      challenge: TRICKY,
      user: { ...user, id: Uint8Array.of(1, 2) },
      excludeCredentials: [{ type: "public-key", id: TRICKY }],
      attestation: "none",
    });
    expect(decodeCreation({ challenge, user }).excludeCredentials).toEqual([]);
  });
});

describe("a passkey credential", () => {
  const buffer = (...values: number[]) => Uint8Array.from(values).buffer;
  const created = {
    id: "whatever the password manager wrote",
    rawId: TRICKY.buffer,
    type: "public-key",
    authenticatorAttachment: "platform",
    getClientExtensionResults: () => ({ credProps: { rk: true } }),
    response: {
      clientDataJSON: buffer(1),
      attestationObject: buffer(255, 254),
      getTransports: () => ["internal", "hybrid"],
    },
    toJSON: () => ({ id: "++++//8=", rawId: "++++//8=" }),
  };
  const encode = (credential: object) =>
    JSON.parse(JSON.stringify(encodeCredential(credential as PublicKeyCredential)));

  it("is encoded from its buffers, even if a password manager replaces toJSON", () => {
    expect(encode(created)).toEqual({
      id: "----__8",
      rawId: "----__8",
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: "AQ",
        attestationObject: "__4",
        transports: ["internal", "hybrid"],
      },
    });
  });

  it("is encoded with the authenticator data, signature and user handle of a sign-in", () => {
    const response = {
      clientDataJSON: buffer(1),
      authenticatorData: buffer(2),
      signature: buffer(3),
      userHandle: buffer(4),
    };
    expect(encode({ ...created, response }).response).toEqual({
      clientDataJSON: "AQ",
      authenticatorData: "Ag",
      signature: "Aw",
      userHandle: "BA",
    });
    expect(encode({ ...created, response: { ...response, userHandle: null } }).response).toEqual({
      clientDataJSON: "AQ",
      authenticatorData: "Ag",
      signature: "Aw",
    });
  });

  it("is encoded without the optional fields that a password manager omits", () => {
    const { rawId, response } = created;
    const { clientDataJSON, attestationObject } = response;
    const sparse = {
      rawId: new Uint8Array(rawId),
      response: { clientDataJSON, attestationObject },
    };
    expect(encode(sparse)).toEqual({
      id: "----__8",
      rawId: "----__8",
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: "AQ", attestationObject: "__4" },
    });
  });
});
