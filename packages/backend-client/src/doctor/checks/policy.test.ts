import { expect, it } from "vitest";
import { isSourceAllowed, metaPolicies } from "./policy.js";

const SELF = new URL("https://app.example.com/o");
const REST = "https://abc.supabase.co/rest/v1/";
const SOCKET = "wss://abc.supabase.co/realtime/v1/websocket";

// Cases of Content Security Policy Level 3, section 6.7.2.
it.each([
  ["*", REST, true],
  ["'none'", REST, false],
  ["'self'", REST, false],
  ["'self'", "https://app.example.com/rest/v1/", true],
  ["'self'", "wss://app.example.com/realtime/v1/websocket", true],
  ["https:", REST, true],
  ["https:", SOCKET, false],
  ["wss:", SOCKET, true],
  ["ws:", SOCKET, true],
  ["http:", REST, true],
  ["abc.supabase.co", REST, true],
  ["abc.supabase.co", SOCKET, false],
  ["https://abc.supabase.co", REST, true],
  ["https://abc.supabase.co", SOCKET, false],
  ["https://ABC.supabase.co", REST, true],
  ["wss://*.supabase.co", SOCKET, true],
  ["*.supabase.co", REST, true],
  ["*.abc.supabase.co", REST, false],
  ["https://supabase.co", REST, false],
  ["https://abc.supabase.co:443", REST, true],
  ["https://abc.supabase.co:8443", REST, false],
  ["https://abc.supabase.co:*", REST, true],
  ["http://abc.supabase.co", REST, true],
  ["https://abc.supabase.co/rest/", REST, true],
  ["https://abc.supabase.co/auth/", REST, false],
  ["http://127.0.0.1:54321", "http://127.0.0.1:54321/rest/v1/", true],
  ["ws://127.0.0.1:54321", "ws://127.0.0.1:54321/realtime/v1/websocket", true],
  ["http://127.0.0.1:1", "http://127.0.0.1:54321/rest/v1/", false],
])(
  "isSourceAllowed for the CSP source %s and the URL %s returns %s",
  (source, target, isAllowed) => {
    expect(isSourceAllowed(source, new URL(target), SELF)).toBe(isAllowed);
  },
);

it.each([
  [
    `<meta http-equiv="Content-Security-Policy" content="connect-src &#x27;self&#x27; https://a.test"/>`,
    ["connect-src 'self' https://a.test"],
  ],
  [
    `<meta content="default-src 'none'" http-equiv=content-security-policy>`,
    ["default-src 'none'"],
  ],
  [`<meta name="description" content="a > b"><meta charset="utf-8">`, []],
])("metaPolicies reads the Content-Security-Policy of the page %s", (html, expected) => {
  expect(metaPolicies(html)).toEqual(expected);
});
