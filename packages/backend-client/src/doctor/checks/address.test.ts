import { expect, it } from "vitest";
import { AppFiles } from "../source/app-files.js";
import { checkAddress } from "./address.js";

function check(host: string, headers: Record<string, string>) {
  const url = new URL(`http://${host}/`);
  return checkAddress(
    {
      app: new AppFiles("."),
      environment: { mode: "development", variables: {}, sourceOf: () => "", files: [] },
      server: {
        file: "server.ts",
        isNext: false,
        options: { clientAddress: { header: "CF-Connecting-IP" } },
      },
      project: null,
      url,
      now: () => 0,
    },
    { url, status: 200, headers: new Headers(headers), body: "", askedAt: 0 },
  )[0]?.status;
}

it.each([
  ["app.example.com", { "cf-ray": "1" }, "ok"],
  ["app.example.com", {}, "fail"],
  ["app.example.com", { "x-vercel-id": "1" }, "fail"],
  ["localhost:3000", {}, "ok"],
  ["127.0.0.1:3000", {}, "ok"],
  ["[::1]:3000", {}, "ok"],
  ["localhost:3000", { "x-vercel-id": "1" }, "fail"],
])(
  "with trust in Cloudflare's address header, the address check of %s with the headers %j reports %s",
  (host, headers, status) => {
    expect(check(host, headers as Record<string, string>)).toBe(status);
  },
);
