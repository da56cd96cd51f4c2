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

/** False if a percent sign of the path does not begin an encoded character. */
function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const continueWithSession = withSession((request, { requestHeaders, responseHeaders }) => {
  // Next reads the scripts' nonce from the policy in the request, so drop a visitor's policy.
  for (const name of POLICY_HEADERS) requestHeaders.delete(name);
  const isUnreadable = !canDecode(request.nextUrl.pathname);
  // The route of a client's file sets a stricter policy.
  if (request.nextUrl.pathname.startsWith("/files/") && !isUnreadable) return;
  const nonce = createNonce();
  const policy = contentSecurityPolicy({
    nonce,
    backendUrl: backend.url,
    isDevelopment: readEnvironment().isDevelopment,
  });
  requestHeaders.set("content-security-policy", policy);
  responseHeaders.set("content-security-policy", policy);
  // Next would respond to a form of another site with a bare error. Actions also check the origin.
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead && sessions().checkOrigin(request)) {
    return new Response(strings.foreignForm, {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  if (!isUnreadable) return;
  // Next would respond with a bare error. No route has this path, so the not-found page is shown.
  const url = request.nextUrl.clone();
  url.pathname = "/not-found";
  return NextResponse.rewrite(url);
});

/** Handles a POST to an opt-out link. Email providers send it without cookies and origin. */
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

/**
 * Refuses forms that are too large or incomplete, refreshes a session that is due, and gives each
 * document its policy with a nonce. It decides nothing about access: pages, actions and routes
 * check access themselves.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  return (
    (await refuseForm(request, backend.url)) ?? stopEmail(request) ?? continueWithSession(request)
  );
}

/**
 * A literal, because Next reads `config` at build time. Excluded files are listed by name: a path
 * with a dot may be the not-found page, which needs the policy too.
 */
export const config = {
  matcher: [
    // Documents, which need a nonce. Only the header with which Next requests data excludes a request:
    // browsers also show prefetched documents, and a visitor's header must not remove the policy.
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      missing: [{ type: "header", key: "rsc", value: "1" }],
    },
    // Requests with a body, so that forms with that header are checked too. A matcher cannot test the
    // method, and a body may have no type.
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
    // Other requests, only if there is a session that is due for a refresh.
    {
      source: "/((?!_next/|auth/|api/health$|api/ready$|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [
        { type: "cookie", key: "sb-fresh" },
        { type: "header", key: "next-router-prefetch" },
      ],
    },
    // Ids of files and names of handlers contain no percent sign, and Next may fail to decode it.
    { source: "/(auth|files)/(.*%.*)" },
  ],
};
