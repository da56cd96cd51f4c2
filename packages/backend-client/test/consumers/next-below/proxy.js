import { withSession } from "./lib/backend.js";

export const proxy = withSession((_request, { requestHeaders, responseHeaders }) => {
  const nonce = btoa(crypto.randomUUID());
  const policy = `script-src 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`;
  requestHeaders.set("content-security-policy", policy);
  responseHeaders.set("content-security-policy", policy);
});

export const config = { matcher: ["/((?!_next/|auth/|.*\\..*).*)", "/"] };
