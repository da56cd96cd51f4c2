import { expect, it } from "vitest";
import { toStorageState } from "./storage-state.js";

const site = { baseURL: "https://app.example.com:8443/x", nowMs: 1_700_000_000_500 };

it("toStorageState converts cookies that are set, and omits cookies that are removed", () => {
  const lines = [
    "a=1%3D; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax",
    "b=2; Path=/docs; Domain=example.com",
    "c=; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
  ];
  expect(toStorageState(lines, site)).toEqual({
    origins: [],
    cookies: [
      {
        ...{ name: "a", value: "1%3D", domain: "app.example.com", path: "/" },
        ...{ expires: 1_700_000_060, httpOnly: true, secure: true, sameSite: "Lax" },
      },
      {
        ...{ name: "b", value: "2", domain: ".example.com", path: "/docs" },
        ...{ expires: -1, httpOnly: false, secure: false, sameSite: "Lax" },
      },
    ],
  });
});
