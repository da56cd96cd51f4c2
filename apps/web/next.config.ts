import type { NextConfig } from "next";
import { POLICY_FLOOR } from "./src/lib/http/csp";
import { MAX_FORM_BYTES } from "./src/lib/limits";

/**
 * Every response has these headers. For documents, `proxy.ts` replaces the policy with one that
 * contains a nonce. Client files and pdf.js files have stricter policies.
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
 * Headers of the files that pdf.js loads, see `scripts/copy-pdfjs.ts`. Their path contains the
 * version, so browsers may cache them forever. A worker follows the policy of its own response, not
 * the document's. This worker reads clients' files, so it may only run its WebAssembly decoders and
 * fetch from this site.
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
    // Next prefetches only the loading states of links, which change only with a deployment. With
    // the default of five minutes, an open page would request all of them again on each render.
    staleTimes: { static: 3_600 },
  },
  // The workspace package contains its generated types as TypeScript source.
  transpilePackages: ["@dossier/supabase"],
  async headers() {
    return [
      { source: "/:path*", headers: securityHeaders },
      { source: "/pdfjs/:path*", headers: pdfjsHeaders },
      // Let browsers cache the icon, because they request it each time a page renders.
      { source: "/icon.svg", headers: [{ key: "Cache-Control", value: "public, max-age=86400" }] },
    ];
  },
};

export default config;
