export { proxy } from "./lib/backend.js";

export const config = {
  matcher: [
    {
      source: "/((?!_next/|auth/|.*\\.(?:ico|jpg|png|svg|webp|woff2)$).*)",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [
        { type: "cookie", key: "sb-fresh" },
        { type: "header", key: "next-router-prefetch" },
      ],
    },
    { source: "/o/:path*", missing: [{ type: "cookie", key: "sb-present" }] },
  ],
};
