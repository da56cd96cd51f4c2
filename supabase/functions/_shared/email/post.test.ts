import { expect, it } from "vitest";
import { postEmail, type RenderedEmail } from "./post.ts";

const EMAIL: RenderedEmail = {
  emailId: "11111111-1111-4111-8111-111111111111",
  from: '"Firm" <mail@dossier.example>',
  to: "nora@client.example",
  replyTo: "office@firm.example",
  subject: "Subject",
  text: "Text",
  html: "<p>Text</p>",
  headers: { "Auto-Submitted": "auto-generated" },
};

function post(answer: () => Response | Promise<Response>, email = EMAIL) {
  const requests: Request[] = [];
  const result = postEmail(email, "key-1", {
    url: "https://mail.example/emails",
    apiKey: "api-key",
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return answer();
    },
  });
  return { requests, result };
}

// S-4.58
it("postEmail posts an email in Resend's format, with the dedupe key as the idempotency key", async () => {
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
    headers: { "Auto-Submitted": "auto-generated" },
    tags: [{ name: "mail_id", value: "11111111-1111-4111-8111-111111111111" }],
  });
});

it.each([
  [409, "concurrent_idempotent_requests", "retry"],
  [400, "validation_error", "failed"],
  [422, "validation_error", "failed"],
])(
  "postEmail maps a response with status %i and error %s to the outcome %s",
  async (status, name, outcome) => {
    const { result } = post(() => Response.json({ name }, { status }));
    expect(await result).toEqual({ outcome, error: `http_${status}` });
  },
);

// S-4.47
it.each([
  [500, true],
  [502, true],
  [503, false],
  [401, false],
  [403, false],
  [404, false],
])(
  "postEmail reports the service as unavailable after a response with status %i (email may have arrived: %s)",
  async (status, mayHaveArrived) => {
    const { result } = post(() => Response.json({}, { status }));
    expect(await result).toEqual({
      outcome: "unavailable",
      error: `http_${status}`,
      mayHaveArrived,
    });
  },
);

it.each([
  [undefined, 1_000],
  ["3", 3_000],
  ["Wed, 21 Oct 2026 07:28:00 GMT", 1_000],
])(
  "postEmail returns how long to wait after a rate-limited response with the retry-after header %s",
  async (retryAfter, waitMilliseconds) => {
    const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
    const { result } = post(() => Response.json({}, { status: 429, headers }));
    expect(await result).toEqual({ outcome: "limited", error: "http_429", waitMilliseconds });
  },
);

it("postEmail reports an email as sent if its idempotency key was already used with other content", async () => {
  const { result } = post(() =>
    Response.json({ name: "invalid_idempotent_request" }, { status: 409 }),
  );
  expect(await result).toEqual({ outcome: "sent", providerId: undefined });
});

it("postEmail reports an unreachable email service without the text of the network error", async () => {
  const { result } = post(() => Promise.reject(new TypeError("nora@client.example refused")));
  expect(await result).toEqual({
    outcome: "unavailable",
    error: "network",
    mayHaveArrived: true,
  });
});

it("postEmail reports an email as sent after a successful response without JSON", async () => {
  const { result } = post(() => new Response("ok"));
  expect(await result).toEqual({ outcome: "sent", providerId: undefined });
});
