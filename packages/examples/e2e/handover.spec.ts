import { expect } from "@playwright/test";
import { ADA } from "../src/backend.ts";
import { test } from "./test.ts";

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function signInNatively(api: string, key: string): Promise<Tokens> {
  const response = await fetch(`${api}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify(ADA),
  });
  return (await response.json()) as Tokens;
}

test("the route /handover starts the session of a web view with the tokens of a native client", async ({
  context,
  page,
  app,
  backend,
}) => {
  const tokens = await signInNatively(backend.urls.api, backend.keys.publishable);
  // The context's API client shares its cookies with the page, which acts as the web view.
  const { request } = context;
  const headers = { origin: app.origin };
  const response = await request.post("/handover", { headers, data: tokens });
  expect([response.status(), await response.text()]).toEqual([204, ""]);
  await page.goto("/");
  await expect(page.getByText(`You are signed in as ${ADA.email}.`)).toBeVisible();
});

test("the route /handover refuses tokens from another site or without an origin, forged tokens, and malformed bodies", async ({
  context,
  app,
  backend,
}) => {
  const tokens = await signInNatively(backend.urls.api, backend.keys.publishable);
  const post = (origin: string | undefined, data: unknown) =>
    context.request.post("/handover", { headers: origin ? { origin } : {}, data });
  expect((await post("https://evil.example", tokens)).status()).toBe(403);
  expect((await post(undefined, tokens)).status()).toBe(403);
  const access_token = tokens.access_token.replace(/.{4}$/, "AAAA");
  const forged = await post(app.origin, { ...tokens, access_token });
  expect([forged.status(), await forged.json()]).toMatchObject([
    401,
    { error: { code: "token_invalid" } },
  ]);
  for (const data of [{}, { access_token }, [], "text", { access_token: 1, refresh_token: 2 }]) {
    expect((await post(app.origin, data)).status()).toBe(400);
  }
  expect(await context.cookies()).toEqual([]);
});
