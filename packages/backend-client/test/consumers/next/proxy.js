import { sessions, withSession } from "./lib/backend.js";

export const proxy = withSession(async (request, { responseHeaders }) => {
  const session = await sessions().open(request, { isReadOnly: true }).session();
  responseHeaders.set("x-proxy-user", session.claims?.email ?? session.status);
});

export const config = {
  matcher: [
    {
      source: "/((?!_next/|auth/|.*\\..*).*)",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [
        { type: "cookie", key: "sb-fresh" },
        { type: "header", key: "next-router-prefetch" },
      ],
    },
  ],
};
