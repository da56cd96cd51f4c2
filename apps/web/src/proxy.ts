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

/** Whether the percent signs of a path stand for text. */
function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const continueWithSession = withSession((request, { requestHeaders, responseHeaders }) => {
  // Next takes the nonce of its scripts from the policy in the request; a visitor must not choose it.
  for (const name of POLICY_HEADERS) requestHeaders.delete(name);
  const isUnreadable = !canDecode(request.nextUrl.pathname);
  // A client's file brings a stricter policy of its own.
  if (request.nextUrl.pathname.startsWith("/files/") && !isUnreadable) return;
  const nonce = createNonce();
  const policy = contentSecurityPolicy({
    nonce,
    backendUrl: backend.url,
    isDevelopment: readEnvironment().isDevelopment,
  });
  requestHeaders.set("content-security-policy", policy);
  responseHeaders.set("content-security-policy", policy);
  // Next answers such a form with a bare error; actions check the origin again for themselves.
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead && sessions().checkOrigin(request)) {
    return new Response(strings.foreignForm, {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  if (!isUnreadable) return;
  // Next would answer with a bare error. No route has this path, so the not-found page answers.
  const url = request.nextUrl.clone();
  url.pathname = "/not-found";
  return NextResponse.rewrite(url);
});

/** Ends email for a POST to an opt-out link; mail providers send it without cookies and origin. */
function stopEmail(request: NextRequest): Response | null {
  const token = request.method === "POST" ? tokenOfPath(request.nextUrl.pathname) : null;
  if (token === null) return null;
  const url = request.nextUrl.clone();
  const path = `/api/unsubscribe/${token}`;
  // A rewritten request may come through here again.
  if (url.pathname === path) return NextResponse.next();
  url.pathname = path;
  return NextResponse.rewrite(url);
}

/**
 * Refuses forms that are too large or incomplete, refreshes a session that is due and gives each
 * document its policy with a nonce. It decides nothing about access: pages, actions and routes
 * verify for themselves.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  return (
    (await refuseForm(request, backend.url)) ?? stopEmail(request) ?? continueWithSession(request)
  );
}

/**
 * Literal, because Next reads it at build time. First: documents, which need a nonce. Only the
 * header with which Next asks for data instead of a document leaves one out: browsers also show
 * documents that they prefetched, and a header of the visitor must not remove the policy. Then three
 * times requests with a body, so that a form with that header is checked, too: a matcher knows no
 * methods, and a body needs no type. Then, for everything else, only requests with a session whose
 * freshness marker has ended. A dot makes no file: what is left out is named, so that every page has
 * its policy, the not-found page too. Last: what no id of a file or name of a handler has, since it may
 * be a path that Next cannot decode.
 */
export const config = {
  matcher: [
    {
      source:
        "/((?!_next/|auth/|api/health$|api/ready$|files/|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      missing: [{ type: "header", key: "rsc", value: "1" }],
    },
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
    {
      source: "/((?!_next/|auth/|api/health$|api/ready$|pdfjs/|favicon\\.ico$|icon\\.svg$).*)",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [
        { type: "cookie", key: "sb-fresh" },
        { type: "header", key: "next-router-prefetch" },
      ],
    },
    { source: "/(auth|files)/(.*%.*)" },
  ],
};
