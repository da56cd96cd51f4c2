import type { NextConfig } from "next";
import { MAX_FORM_BYTES } from "./src/lib/forms/limits";
import { POLICY_FLOOR } from "./src/lib/http/csp";

/**
 * Default headers. For pages, `proxy.ts` replaces the content security policy with one that has a
 * nonce.
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
 * The path contains the version of pdf.js, so browsers may cache its files forever. A worker needs
 * its own policy, because the policy of the page does not apply to it.
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
    // Keep prefetched loading states for an hour. By default, Next requests them again after five
    // minutes.
    staleTimes: { static: 3_600 },
  },
  // The workspace package exports TypeScript source.
  transpilePackages: ["@dossier/supabase"],
  async headers() {
    return [
      { source: "/:path*", headers: securityHeaders },
      { source: "/pdfjs/:path*", headers: pdfjsHeaders },
      // Without this header, browsers request the icons again for each page.
      ...["/icon.svg", "/favicon.ico", "/apple-icon.png"].map((source) => ({
        source,
        headers: [{ key: "Cache-Control", value: "public, max-age=86400" }],
      })),
    ];
  },
};

export default config;
