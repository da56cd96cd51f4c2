import { compactVerify, importJWK } from "jose";
import type { PlatformCrypto } from "./types.js";

export const sha256: PlatformCrypto["sha256"] = async (text) => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

export const importKey: PlatformCrypto["importKey"] = async (jwk, alg) => {
  const key = await importJWK(jwk, alg);
  return async ({ signed, signature }) => {
    try {
      await compactVerify(`${signed}.${signature}`, key, { algorithms: [alg] });
      return true;
    } catch {
      return false;
    }
  };
};
