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

/** False if the path contains a percent sign that does not start an encoded character. */
function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const continueWithSession = withSession((request, { requestHeaders, responseHeaders }) => {
  // Next reads the nonce for scripts from the policy in the request headers, so remove a policy
  // that a visitor sent.
  for (const name of POLICY_HEADERS) requestHeaders.delete(name);
  const isUnreadable = !canDecode(request.nextUrl.pathname);
  // The route of client files sets a stricter policy.
  if (request.nextUrl.pathname.startsWith("/files/") && !isUnreadable) return;
  const nonce = createNonce();
  const policy = contentSecurityPolicy({
    nonce,
    backendUrl: backend.url,
    isDevelopment: readEnvironment().isDevelopment,
  });
  requestHeaders.set("content-security-policy", policy);
  responseHeaders.set("content-security-policy", policy);
  // Next would respond to a form from another site with an empty error. Actions check the origin
  // too.
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead && sessions().checkOrigin(request)) {
    return new Response(strings.foreignForm, {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  if (!isUnreadable) return;
  // Next would respond with an empty error. Rewrite to a path that no route has, so that the
  // not-found page shows.
  const url = request.nextUrl.clone();
  url.pathname = "/not-found";
  return NextResponse.rewrite(url);
});

/**
 * Handles a POST to an opt-out link. Email providers send it without cookies and without an origin.
 */
function stopEmail(request: NextRequest): Response | null {
  const token = request.method === "POST" ? tokenOfPath(request.nextUrl.pathname) : null;
  if (token === null) return null;
  const url = request.nextUrl.clone();
  const path = `/api/unsubscribe/${token}`;
  // Next may call the proxy again for a request that it rewrote.
  if (url.pathname === path) return NextResponse.next();
  url.pathname = path;
  return NextResponse.rewrite(url);
}

/**
 * Refuses forms that are too large or incomplete, refreshes a session that is due, and gives each
 * document a policy with a nonce. It decides nothing about access: pages, actions and routes check
 * access themselves.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  return (
    (await refuseForm(request, backend.url)) ?? stopEmail(request) ?? continueWithSession(request)
  );
}

/**
 * This is a literal, because Next reads `config` at build time. It lists excluded files by name,
 * because a path with a dot may be the not-found page, which needs the policy too.
 */
export const config = {
  matcher: [
    // Documents, which need a nonce. The only exclusion is the header with which Next requests
    // data. Prefetched documents can be shown too, and no header that a visitor sends may remove
    // the policy.
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      missing: [{ type: "header", key: "rsc", value: "1" }],
    },
    // Requests with a body, because forms with that header must be checked too. A matcher cannot
    // test the method, and a body may have no content type.
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      has: [{ type: "header", key: "content-type" }],
    },
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      has: [{ type: "header", key: "content-length" }],
    },
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      has: [{ type: "header", key: "transfer-encoding" }],
    },
    // Other requests, but only if they have a session that is due for a refresh.
    {
      source: "/((?!_next/|auth/|api/health$|api/ready$|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [
        { type: "cookie", key: "sb-fresh" },
        { type: "header", key: "next-router-prefetch" },
      ],
    },
    // Ids of files and names of handlers contain no percent sign, and Next may fail to decode one.
    { source: "/(auth|files)/(.*%.*)" },
  ],
};
