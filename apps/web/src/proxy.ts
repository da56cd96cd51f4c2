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
  // Next reads the scripts' nonce from a policy in the request headers, so remove any policy that
  // the visitor sent.
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
  // Refuse a form from another site here, with a message, because Next would respond with an empty
  // error. Actions check the origin again.
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead && sessions().checkOrigin(request)) {
    return new Response(strings.foreignForm, {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  if (!isUnreadable) return;
  // Next would fail to decode the path. `/not-found` has no route, so Next shows the not-found
  // page.
  const url = request.nextUrl.clone();
  url.pathname = "/not-found";
  return NextResponse.rewrite(url);
});

/**
 * Rewrites a POST to an unsubscribe link to its API route. Skips the session and the origin check,
 * because email providers send neither cookies nor an origin.
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

/** Pages, actions and routes check access. This function does not. */
export async function proxy(request: NextRequest): Promise<Response> {
  return (
    (await refuseForm(request, backend.url)) ?? stopEmail(request) ?? continueWithSession(request)
  );
}

/**
 * Next reads `config` at build time, so it must consist of literals. The patterns exclude each file
 * by its name. A rule for every path with a dot would also exclude missing files, whose not-found
 * page needs the policy.
 */
export const config = {
  matcher: [
    // Documents, which need a nonce. The header `rsc: 1` marks Next's requests for data, which need
    // none. Prefetched documents match too, because browsers may show them.
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|apple-icon\\.png$|icon\\.svg$).*)",
      missing: [{ type: "header", key: "rsc", value: "1" }],
    },
    // Requests with a body have at least one of three headers. Each header needs its own rule,
    // because a request must meet all conditions of a rule. `rsc: 1` excludes no request here: a
    // client could add the header to a form to avoid the checks of forms.
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
    // Requests whose session is due for a refresh, except prefetches. `sb-fresh` expires when a
    // refresh is due.
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|pdfjs/|favicon\\.ico$|apple-icon\\.png$|icon\\.svg$).*)",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [
        { type: "cookie", key: "sb-fresh" },
        { type: "header", key: "next-router-prefetch" },
      ],
    },
    // Paths that Next may fail to decode. No valid path below `/auth` or `/files` contains a
    // percent sign.
    { source: "/(auth|files)/(.*%.*)" },
  ],
};
