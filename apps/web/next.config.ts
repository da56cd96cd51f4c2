import type { NextConfig } from "next";

/**
 * Headers that every answer carries. The Content-Security-Policy is set per document by `proxy.ts`,
 * because it holds a nonce.
 */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "geolocation=(), microphone=(), payment=(), usb=()" },
  { key: "Strict-Transport-Security", value: "max-age=63072000" },
];

const config: NextConfig = {
  typedRoutes: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // Room for a CSV file of 1 MB and its text in the same form.
  experimental: { serverActions: { bodySizeLimit: "3mb" } },
  // The workspace package ships its generated types as source.
  transpilePackages: ["@dossier/supabase"],
  async headers() {
    return [{ source: "/:path*", headers: securityHeaders }];
  },
};

export default config;
