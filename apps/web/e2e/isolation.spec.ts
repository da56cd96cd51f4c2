import type { BrowserContext } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { backendUrl, publishableKey, webUrl } from "./addresses";
import { makePdf } from "./documents";
import { itemOf, submitFile } from "./fixtures/answers";
import { addClient, sendRequest } from "./fixtures/firms";
import { expect, test } from "./test";

const TABLES = [
  ...["requests", "items", "submissions", "files", "clients", "contacts", "events"],
  ...["request_contacts", "orgs", "memberships", "profiles", "reminders", "invitations"],
];

async function accessTokenOf({ request }: BrowserContext): Promise<string> {
  const answer = await request.get(`${webUrl}/auth/session`, {
    headers: { "sec-fetch-site": "same-origin" },
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  expect(accessToken).toMatch(/^eyJ/);
  return accessToken;
}

const headersOf = (bearer: string | undefined): Record<string, string> => ({
  apikey: publishableKey,
  ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
});

async function joinChannel(accessToken: string | undefined, topic: string): Promise<string> {
  const client = createClient(backendUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  if (accessToken) await client.realtime.setAuth(accessToken);
  const status = await new Promise<string>((resolve) => {
    client.channel(topic, { config: { private: true } }).subscribe((each) => resolve(each));
  });
  await client.realtime.disconnect();
  return status;
}

test("staff and contacts of another firm, and visitors, cannot see a request", async ({
  foundFirm,
  enter,
  request: visitor,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { client: await addClient(firm) });
  const file = { name: "bank-statement.pdf", mime: "application/pdf", bytes: makePdf("Statement") };
  const { fileId } = await submitFile(firm.owner, itemOf(request, "Bank statements"), file);
  const filePath = `/files/${fileId}`;
  const elsewhere = await foundFirm({ owner: "Otto Lind", name: "Elsewhere" });
  const client = await addClient(elsewhere, { name: "Finch Ltd", contact: "Tom Finch" });
  const contact = await enter(
    await sendRequest(elsewhere, {
      client,
      title: "Another request",
      items: [{ title: "Papers" }],
    }),
  );
  const others = [elsewhere.owner.context, contact.context];
  const secret = /Closing the books|bank-statement|Brandt|Northwind Advisers/;
  const inside = /Closing the books|bank-statement|Brandt/;

  await test.step("pages and files reveal nothing about the request to another firm or to visitors", async () => {
    const paths = [firm.path, request.path, filePath];
    for (const path of paths) {
      expect((await firm.owner.context.request.get(path)).status(), path).toBe(200);
    }
    for (const caller of [...others.map((context) => context.request), visitor]) {
      for (const path of [...paths, `${request.path}?x`]) {
        const answer = await caller.get(path);
        expect((await answer.text()).match(secret)?.[0], path).toBeUndefined();
      }
      const signInPage = await caller.get(request.link);
      expect((await signInPage.text()).match(inside)?.[0]).toBeUndefined();
    }
    for (const context of others) {
      for (const path of paths) {
        expect((await context.request.get(path)).status(), path).toBe(404);
      }
    }
  });

  await test.step("direct calls to the services reveal nothing about the request to another firm or to visitors", async () => {
    const staffHeaders = headersOf(await accessTokenOf(firm.owner.context));
    const rows = await fetch(`${backendUrl}/rest/v1/files?select=path&id=eq.${fileId}`, {
      headers: staffHeaders,
    });
    const [row] = (await rows.json()) as { path: string }[];
    // Storage serves a file only to users for whom `open_file` has recorded the access.
    const opened = await fetch(`${backendUrl}/rest/v1/rpc/open_file`, {
      method: "POST",
      headers: { ...staffHeaders, "content-type": "application/json" },
      body: JSON.stringify({ file_id: fileId }),
    });
    expect(opened.status).toBe(200);
    const object = `${backendUrl}/storage/v1/object/authenticated/documents/${row?.path}`;
    expect((await fetch(object, { headers: staffHeaders })).status).toBe(200);
    for (const bearer of [...(await Promise.all(others.map(accessTokenOf))), undefined]) {
      const headers = headersOf(bearer);
      for (const table of TABLES) {
        const answer = await fetch(`${backendUrl}/rest/v1/${table}?select=*`, { headers });
        expect((await answer.text()).match(secret)?.[0], table).toBeUndefined();
      }
      expect((await fetch(object, { headers })).ok).toBe(false);
      expect(await joinChannel(bearer, `request:${request.id}`)).toBe("CHANNEL_ERROR");
    }
  });
});
