import type { NextConfig } from "next";
import { POLICY_FLOOR } from "./src/lib/http/csp";
import { MAX_FORM_BYTES } from "./src/lib/limits";

/**
 * Headers of every response. `proxy.ts` replaces this policy with that of the document, which has a
 * nonce; files of clients and of pdf.js have stricter policies of their own.
 */
const securityHeaders = [
  { key: "Content-Security-Policy", value: POLICY_FLOOR },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "geolocation=(), microphone=(), payment=(), usb=()" },
  { key: "Strict-Transport-Security", value: "max-age=63072000" },
];

/**
 * What pdf.js loads, see `scripts/copy-pdfjs.ts`. The version is in the path, so it may be kept for
 * good. A worker has the policy of its own answer, not that of the document: this one reads files
 * from outside, and may run its WebAssembly decoders and fetch from here, nothing else.
 */
const pdfjsHeaders = [
  { key: "Cache-Control", value: "public, max-age=31536000, immutable" },
  {
    key: "Content-Security-Policy",
    value: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  },
];

const config: NextConfig = {
  typedRoutes: true,
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    serverActions: { bodySizeLimit: MAX_FORM_BYTES },
    // Prefetched for links are loading states alone, which only a deployment changes. After the default of
    // five minutes an open page would ask for all of them again whenever it is rendered.
    staleTimes: { static: 3_600 },
  },
  // The workspace package ships its generated types as source.
  transpilePackages: ["@dossier/supabase"],
  async headers() {
    return [
      { source: "/:path*", headers: securityHeaders },
      { source: "/pdfjs/:path*", headers: pdfjsHeaders },
      // Browsers ask for the icon whenever a page is rendered again.
      { source: "/icon.svg", headers: [{ key: "Cache-Control", value: "public, max-age=86400" }] },
    ];
  },
};

export default config;
