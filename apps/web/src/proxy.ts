import { type NextRequest, NextResponse } from "next/server";
import { strings } from "@/app/_components/strings";
import { readEnvironment } from "@/env";
import { tokenOfPath } from "@/features/opt-out/schema";
import { backend } from "@/lib/backend/backend";
import { sessions, withSession } from "@/lib/backend/backend.server";
import { contentSecurityPolicy, createNonce } from "@/lib/http/csp";
import { refuseForm } from "@/lib/http/form-body.server";

const POLICY_HEADERS = [
  "content-security-policy",
  "content-security-policy-report-only",
  "x-nonce",
];

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const continueWithSession = withSession((request, { requestHeaders, responseHeaders }) => {
  // Next reads the scripts' nonce from this header, so remove the visitor's policy.
  for (const name of POLICY_HEADERS) requestHeaders.delete(name);
  const isUnreadable = !canDecode(request.nextUrl.pathname);
  // The route that serves clients' files sets a stricter policy.
  if (request.nextUrl.pathname.startsWith("/files/") && !isUnreadable) return;
  const nonce = createNonce();
  const policy = contentSecurityPolicy({
    nonce,
    backendUrl: backend.url,
    isDevelopment: readEnvironment().isDevelopment,
  });
  requestHeaders.set("content-security-policy", policy);
  responseHeaders.set("content-security-policy", policy);
  // Refuse a form from another site here, because Next would respond with an empty error. Actions
  // check the origin again.
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead && sessions().checkOrigin(request)) {
    return new Response(strings.foreignForm, {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  if (!isUnreadable) return;
  // Next cannot decode the path. A path without a route shows the not-found page.
  const url = request.nextUrl.clone();
  url.pathname = "/not-found";
  return NextResponse.rewrite(url);
});

/**
 * Passes a POST of an unsubscribe link on to its route, without a session and without a check of the
 * origin, because email providers send neither cookies nor an origin.
 */
function stopEmail(request: NextRequest): Response | null {
  const token = request.method === "POST" ? tokenOfPath(request.nextUrl.pathname) : null;
  if (token === null) return null;
  const url = request.nextUrl.clone();
  const path = `/api/unsubscribe/${token}`;
  // Next may call the proxy again for a rewritten request.
  if (url.pathname === path) return NextResponse.next();
  url.pathname = path;
  return NextResponse.rewrite(url);
}

/** Does not check access, because pages, actions and routes check access. */
export async function proxy(request: NextRequest): Promise<Response> {
  return (
    (await refuseForm(request, backend.url)) ?? stopEmail(request) ?? continueWithSession(request)
  );
}

/**
 * Use literals, because Next reads `config` at build time. Excluded files are listed by name,
 * because a path with a dot may lead to the not-found page, which needs the policy too.
 */
export const config = {
  matcher: [
    // Documents, which need a nonce. Requests to pages are excluded only if they have the header
    // that Next sends when it fetches data. Prefetched documents are included, because browsers may
    // show them.
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|apple-icon\\.png$|icon\\.svg$).*)",
      missing: [{ type: "header", key: "rsc", value: "1" }],
    },
    // Requests with a body. These rules ignore the header `rsc`, because a client other than a
    // browser can add it to any request, and would then skip the checks of forms. A request with a
    // body may have only one of the three headers, so each header has its own rule.
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|apple-icon\\.png$|icon\\.svg$).*)",
      has: [{ type: "header", key: "content-type" }],
    },
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|apple-icon\\.png$|icon\\.svg$).*)",
      has: [{ type: "header", key: "content-length" }],
    },
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|apple-icon\\.png$|icon\\.svg$).*)",
      has: [{ type: "header", key: "transfer-encoding" }],
    },
    // Other requests whose session is due for a refresh, except prefetches.
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|pdfjs/|favicon\\.ico$|apple-icon\\.png$|icon\\.svg$).*)",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [
        { type: "cookie", key: "sb-fresh" },
        { type: "header", key: "next-router-prefetch" },
      ],
    },
    // Paths that Next may fail to decode. No existing file or handler has a percent sign.
    { source: "/(auth|files)/(.*%.*)" },
  ],
};
