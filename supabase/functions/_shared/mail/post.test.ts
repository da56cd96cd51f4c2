import { expect, it } from "vitest";
import { postMail, type RenderedMail } from "./post.ts";

const MAIL: RenderedMail = {
  mailId: "11111111-1111-4111-8111-111111111111",
  from: '"Firm" <mail@dossier.example>',
  to: "nora@client.example",
  replyTo: "office@firm.example",
  subject: "Subject",
  text: "Text",
  html: "<p>Text</p>",
};

function post(answer: () => Response | Promise<Response>, mail = MAIL) {
  const requests: Request[] = [];
  const result = postMail(mail, "key-1", {
    url: "https://mail.example/emails",
    apiKey: "api-key",
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return answer();
    },
  });
  return { requests, result };
}

it("posts the mail as Resend takes it, with the dedupe key", async () => {
  const { requests, result } = post(() => Response.json({ id: "abc" }));
  expect(await result).toEqual({ outcome: "sent", providerId: "abc" });
  const [request] = requests;
  expect(request?.headers.get("authorization")).toBe("Bearer api-key");
  expect(request?.headers.get("idempotency-key")).toBe("key-1");
  expect(await request?.json()).toEqual({
    from: '"Firm" <mail@dossier.example>',
    to: ["nora@client.example"],
    reply_to: "office@firm.example",
    subject: "Subject",
    text: "Text",
    html: "<p>Text</p>",
    tags: [{ name: "mail_id", value: "11111111-1111-4111-8111-111111111111" }],
  });
});

it.each([
  [500, "application_error", "retry"],
  [503, "", "retry"],
  [409, "concurrent_idempotent_requests", "retry"],
  [401, "missing_api_key", "retry"],
  [403, "invalid_api_key", "retry"],
  [422, "validation_error", "failed"],
])("answers %i %s with %s", async (status, name, outcome) => {
  const { result } = post(() => Response.json({ name }, { status }));
  expect(await result).toEqual({ outcome, error: `http_${status}` });
});

it.each([
  [undefined, 1_000],
  ["3", 3_000],
  ["Wed, 21 Oct 2026 07:28:00 GMT", 1_000],
])(
  "waits as long as a service that takes no more asks (%s)",
  async (retryAfter, waitMilliseconds) => {
    const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
    const { result } = post(() => Response.json({}, { status: 429, headers }));
    expect(await result).toEqual({ outcome: "limited", error: "http_429", waitMilliseconds });
  },
);

it("takes a key used with other words as sent: that mail has gone out", async () => {
  const { result } = post(() =>
    Response.json({ name: "invalid_idempotent_request" }, { status: 409 }),
  );
  expect(await result).toEqual({ outcome: "sent", providerId: undefined });
});

it("tries again when the service cannot be reached", async () => {
  const { result } = post(() => Promise.reject(new TypeError("nora@client.example refused")));
  expect(await result).toEqual({ outcome: "retry", error: "network" });
});

it("takes an answer without JSON", async () => {
  const { result } = post(() => new Response("ok"));
  expect(await result).toEqual({ outcome: "sent", providerId: undefined });
});
