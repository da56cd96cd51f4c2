import { Webhook } from "standardwebhooks";
import { beforeEach, expect, it } from "vitest";
import type { Delivery, RenderedEmail } from "../_shared/email/post.ts";
import { createHandler } from "./handler.ts";

const KEY = `whsec_${btoa("the key of the send email hook")}`;
const SITE = "https://dossier.example";
const PUBLIC_ID = "de300000000000000000000000000001";
const CODE = "48215903";
const NEW_CODE = "90342175";

let posted: { email: RenderedEmail; key: string }[];
let calls: { name: string; parameters: Record<string, unknown> | undefined }[];
let waitSeconds: number;
let delivery: Delivery;

beforeEach(() => {
  posted = [];
  calls = [];
  waitSeconds = 0;
  delivery = { outcome: "sent", providerId: "re_1" };
});

const handler = createHandler({
  hookSecret: `v1,whsec_${btoa("the key before")}|v1,${KEY}`,
  siteUrl: SITE,
  supabaseUrl: "https://project.example",
  from: "mail@dossier.example",
  database: {
    async rpc(name, parameters) {
      calls.push({ name, parameters });
      if (name === "spend_code") return waitSeconds;
      if (name === "get_code_sender") {
        return parameters?.email === "tom@client.example"
          ? [
              {
                org_name: 'Harbour "&" Lane\u202e',
                reply_email: "hello@harbour.example",
                logo_path: "logos/1/2.png",
                brand_color: "#0d5f66",
              },
            ]
          : [];
      }
      return 1;
    },
  },
  async post(email, key) {
    posted.push({ email, key });
    return delivery;
  },
});

interface Asked {
  type: string;
  email?: string;
  newEmail?: string;
  data?: Record<string, string>;
}

function requestOf({ type, email = "tom@client.example", newEmail = "", data = {} }: Asked) {
  const body = JSON.stringify({
    user: { id: "6f1f7f0e-8d3b-4f57-9f5e-0d6a8f1b2c3d", email, new_email: newEmail },
    email_data: {
      token: CODE,
      token_new: "",
      redirect_to: `${SITE}/r/${PUBLIC_ID}`,
      email_action_type: type,
      old_email: "",
      ...data,
    },
  });
  const id = crypto.randomUUID();
  const at = new Date();
  return {
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": `v1,b3RoZXI=, ${new Webhook(KEY).sign(id, at, body)}`,
    },
  };
}

async function send({ body, headers }: ReturnType<typeof requestOf>) {
  const request = new Request("https://functions.example/auth-email", {
    method: "POST",
    body,
    headers,
  });
  const response = await handler(request);
  const answer = (await response.json()) as { error?: { http_code: number; message: string } };
  return { status: response.status, body: answer };
}
const call = (asked: Asked) => send(requestOf(asked));

// S-4.44
it("the code email to a contact of the request mentions the firm, and contains the code in its body but not in its subject", async () => {
  expect(await call({ type: "magiclink" })).toEqual({ status: 200, body: {} });
  const { email } = posted[0] ?? expect.unreachable("no email was posted");
  expect(email.subject).toBe('Your code for Harbour "&" Lane');
  expect(email.from).toBe('"Harbour & Lane via Dossier" <mail@dossier.example>');
  expect(email.replyTo).toBe("hello@harbour.example");
  expect(email.to).toBe("tom@client.example");
  expect(email.text).toContain(CODE);
  expect(email.html).toContain(CODE);
  expect(email.html).not.toMatch(/href|<Lane/);
  expect(email.subject).not.toMatch(/\d/);
  expect(email.text).toContain(
    'Harbour "&" Lane never asks for this code by phone. Do not give it to anyone.',
  );
});

it("the code email to a contact of the request shows the firm's logo and color", async () => {
  await call({ type: "magiclink" });
  const { html } = posted[0]?.email ?? expect.unreachable("no email was posted");
  expect(html).toContain(
    'src="https://project.example/storage/v1/object/public/images/logos/1/2.png"',
  );
  expect(html).toContain("border-top:4px solid #0d5f66");
});

it("a code email mentions the firm even if the redirect URL also contains the id of a sign-in flow", async () => {
  const redirect_to = `${SITE}/r/${PUBLIC_ID}?sb_flow_id=2f6c1a0b9d8e`;
  await call({ type: "magiclink", data: { redirect_to } });
  expect(posted[0]?.email.subject).toBe('Your code for Harbour "&" Lane');
});

it.for([
  ["another address", { type: "magiclink", email: "stranger@home.example" }],
  ["another page", { type: "magiclink", data: { redirect_to: SITE } }],
  [
    "another site",
    { type: "signup", data: { redirect_to: `https://evil.example/r/${PUBLIC_ID}` } },
  ],
  [
    "a path below the page",
    { type: "signup", data: { redirect_to: `${SITE}/r/${PUBLIC_ID}/items` } },
  ],
] as [string, Asked][])("a code email for %s mentions no firm", async ([, asked]) => {
  await call(asked);
  const { email } = posted[0] ?? expect.unreachable("no email was posted");
  expect(email.subject).toBe("Your Dossier code");
  expect(email.from).toBe('"Dossier" <mail@dossier.example>');
  expect(`${email.text}${email.html}${email.replyTo}`).not.toMatch(/Harbour|harbour|logos/);
  expect(email.text).toContain(
    "Dossier never asks for this code by phone. Do not give it to anyone.",
  );
});

it.for(["recovery", "invite", "reauthentication", "email", "signup"])(
  "auth-email sends a code of kind %s as text and HTML",
  async (type) => {
    await call({ type, data: { redirect_to: SITE } });
    const { email } = posted[0] ?? expect.unreachable("no email was posted");
    expect(email.text).toContain(CODE);
    expect(email.html).toContain(CODE);
    expect(email.subject).not.toMatch(/\d/);
  },
);

it("auth-email sends one code to the old address and another code to the new address when a user changes their email address", async () => {
  await call({
    type: "email_change",
    newEmail: "new@home.example",
    data: { token_new: NEW_CODE },
  });
  expect(posted.map(({ email }) => [email.to, email.text.match(/\d{8}/)?.[0]])).toEqual([
    ["new@home.example", NEW_CODE],
    ["tom@client.example", CODE],
  ]);
  for (const { email } of posted) {
    expect(email.text).toContain("to change your email address to new@home.example:");
  }
  expect(posted.map(({ email }) => email.subject)).toEqual([
    "Code 2 of 2 to change your email address",
    "Code 1 of 2 to change your email address",
  ]);
  expect(calls.filter(({ name }) => name === "spend_code")).toEqual([
    { name: "spend_code", parameters: { email: "new@home.example", purpose: "email_change" } },
  ]);
});

const IGNORE = "ask for this code, ignore this email. Without the code, nothing changes.";

it("the code email to the current address advises a new password, and the code email to the new address says only to ignore the email", async () => {
  const newEmail = "new@home.example";
  await call({ type: "email_change", newEmail, data: { token_new: NEW_CODE } });
  const [toNew, toCurrent] = posted.map(({ email }) => email.text);
  expect(toNew).toContain(IGNORE);
  expect(toNew).not.toContain("password in");
  expect(toCurrent).toContain(
    "If you did not ask for this code, choose a new password in Dossier under Your account, Security.",
  );
});

it("the code email of an email change mentions no second code if only the new address gets a code", async () => {
  await call({ type: "email_change", newEmail: "new@home.example" });
  const { email } = posted[0] ?? expect.unreachable("no email was posted");
  expect(email.to).toBe("new@home.example");
  expect(email.subject).toBe("Your code to change your email address");
  expect(email.text).toContain(IGNORE);
});

it.for(["signup", "magiclink", "recovery", "invite"])(
  "auth-email counts a code of kind %s toward the limit of sign-in codes",
  async (type) => {
    await call({ type });
    expect(calls[0]).toEqual({
      name: "spend_code",
      parameters: { email: "tom@client.example", purpose: "sign_in" },
    });
  },
);

it("auth-email returns a 429 error to Auth and sends nothing while the email address must wait for its next code", async () => {
  waitSeconds = 42;
  expect(await call({ type: "magiclink" })).toEqual({
    status: 200,
    body: { error: { http_code: 429, message: "The next code can be sent in 42 seconds." } },
  });
  expect(posted).toEqual([]);
});

it("auth-email sends a signed-in user's code immediately, even if strangers requested codes for the address", async () => {
  waitSeconds = 42;
  expect((await call({ type: "reauthentication" })).body).toEqual({});
  expect(posted).toHaveLength(1);
});

it("auth-email does not count a code against the rate limit if its email could not be sent", async () => {
  delivery = { outcome: "unavailable", error: "http_503", mayHaveArrived: false };
  const { status, body } = await call({ type: "magiclink" });
  expect({ status, code: body.error?.http_code }).toEqual({ status: 200, code: 500 });
  expect(calls.at(-1)).toEqual({
    name: "return_code",
    parameters: { email: "tom@client.example", purpose: "sign_in" },
  });
});

it("auth-email never passes a code to the database", async () => {
  await call({ type: "magiclink" });
  await call({ type: "email_change", newEmail: "n@home.example", data: { token_new: NEW_CODE } });
  expect(JSON.stringify(calls)).not.toMatch(new RegExp(`${CODE}|${NEW_CODE}`));
});

it.for([
  ["password_changed_notification", "password_changed"],
  ["mfa_factor_enrolled_notification", "factor_added"],
  ["mfa_factor_unenrolled_notification", "factor_removed"],
])(
  "auth-email turns Auth's report %s into the notice %s, and queues it",
  async ([type = "", notice]) => {
    await call({ type, data: { token: "" } });
    expect(calls).toEqual([
      {
        name: "queue_account_notice",
        parameters: {
          notice,
          cause: expect.stringMatching(/^[0-9a-f]{64}$/),
          emails: ["tom@client.example"],
        },
      },
    ]);
    expect(posted).toEqual([]);
  },
);

// S-4.43
it("auth-email queues a notice to the old and the new address, with the same cause if Auth repeats its report", async () => {
  const asked: Asked = {
    type: "email_changed_notification",
    email: "new@home.example",
    data: { old_email: "old@home.example" },
  };
  await call(asked);
  await call(asked);
  expect(calls[0]?.parameters).toMatchObject({
    notice: "email_changed",
    emails: ["new@home.example", "old@home.example"],
  });
  expect(calls[1]?.parameters?.cause).toBe(calls[0]?.parameters?.cause);
});

it("auth-email rejects calls with a missing, wrong or stale signature, and calls of an unknown type", async () => {
  const signed = requestOf({ type: "magiclink" });
  expect((await send({ ...signed, body: `${signed.body} ` })).status).toBe(401);
  expect(
    (await send({ ...signed, headers: { ...signed.headers, "webhook-signature": "" } })).status,
  ).toBe(401);
  const stale = { ...signed.headers, "webhook-timestamp": "1700000000" };
  expect((await send({ ...signed, headers: stale })).status).toBe(401);
  expect((await call({ type: "phone_changed_notification" })).body).toMatchObject({
    error: {
      http_code: 422,
      message: 'The function auth-email sends no emails of the type "phone_changed_notification".',
    },
  });
  expect(posted).toEqual([]);
});
