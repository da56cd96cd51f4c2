// integration: begin
export { proxy } from "@/lib/backend";

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
    { source: "/notes/:path*", missing: [{ type: "cookie", key: "sb-present" }] },
    { source: "/stream/:path*", missing: [{ type: "cookie", key: "sb-present" }] },
  ],
};
// integration: end
