import { beforeAll, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";

/**
 * The route's CORS options allow this site, but its pages must not be able to use the visitor's
 * cookies.
 */
const PARTNER = "https://partner.example.com";
const OWN = { host: "app.test" };

const SENDERS: Record<string, Record<string, string>> = {
  "this site": { ...OWN, origin: "http://app.test", "sec-fetch-site": "same-origin" },
  "this site, in an old browser": { ...OWN, origin: "http://app.test" },
  "another site": { ...OWN, origin: "https://evil.test", "sec-fetch-site": "cross-site" },
  "another site, in an old browser": { ...OWN, origin: "https://evil.test" },
  "a sibling host": { ...OWN, origin: "http://evil.app.test", "sec-fetch-site": "same-site" },
  "a site of the CORS rules": { ...OWN, origin: PARTNER, "sec-fetch-site": "cross-site" },
  "a site of the CORS rules, in an old browser": { ...OWN, origin: PARTNER },
  "an opaque page": { ...OWN, origin: "null", "sec-fetch-site": "cross-site" },
  "the address bar": { ...OWN, "sec-fetch-site": "none" },
  "no browser": OWN,
};
const isOwn = (sender: string) => sender.startsWith("this site");

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const isRead = (method: string) => method === "GET" || method === "HEAD";

const HEADERS = {
  "no Authorization header": null,
  "another scheme": null,
  "the token of another user": "valid",
  "an expired token": "invalid",
  "a made-up token": "invalid",
  "an empty token": "invalid",
  "a publishable key": "invalid",
} as const;
type Header = keyof typeof HEADERS;

let visitor: Visitor;
let cookieUser: string;
let bearerUser: string;
let values: Record<Header, string | undefined>;

beforeAll(async () => {
  visitor = createVisitor();
  const { memory, box } = visitor;
  const expired = (await memory.auth.signIn({ lifetimeSeconds: 60 })).access_token;
  memory.clock.skip(120_000);
  const [mia, tom] = ["mia@a.test", "tom@a.test"].map((email) => memory.auth.createUser({ email }));
  memory.seed(box, await memory.auth.signIn({ user: mia }));
  const { access_token } = await memory.auth.signIn({ user: tom });
  cookieUser = mia?.id ?? "";
  bearerUser = tom?.id ?? "";
  values = {
    "no Authorization header": undefined,
    "another scheme": "Basic YTpi",
    "the token of another user": `Bearer ${access_token}`,
    "an expired token": `Bearer ${expired}`,
    "a made-up token": "Bearer nonsense",
    "an empty token": "Bearer",
    "a publishable key": `Bearer ${memory.backend.anonKey}`,
  };
});

async function send(method: string, sender: string, header: Header) {
  const { sessions, box } = visitor;
  let ranAs: string | null = null;
  const route = sessions.route(
    { accept: ["cookie", "bearer"], cors: { origins: [PARTNER] } },
    async (_request, scope) => {
      ranAs = (await scope.requireSession()).claims.sub;
      return new Response("done");
    },
  );
  const headers = new Headers({ ...SENDERS[sender], cookie: box.header() });
  const authorization = values[header];
  if (authorization !== undefined) headers.set("authorization", authorization);
  const { status } = await route(new Request("http://app.test/api", { method, headers }));
  return { status, ranAs };
}

describe.each(Object.keys(HEADERS) as Header[])("a request with cookies and %s", (header) => {
  it.each(METHODS)(
    "with the method %s is refused or runs as the expected user, for each sender",
    async (method) => {
      const seen = [];
      const expected = [];
      for (const sender of Object.keys(SENDERS)) {
        seen.push({ sender, ...(await send(method, sender, header)) });
        const kind = HEADERS[header];
        const isAllowed = isRead(method) || isOwn(sender);
        const outcome =
          kind === "valid"
            ? { status: 200, ranAs: bearerUser }
            : kind === "invalid"
              ? { status: 401, ranAs: null }
              : { status: isAllowed ? 200 : 403, ranAs: isAllowed ? cookieUser : null };
        expected.push({ sender, ...outcome });
      }
      expect(seen).toEqual(expected);
    },
  );
});

it("the sign-out and refresh handlers refuse a cross-site POST even with a bearer token", async () => {
  const { sessions, box } = visitor;
  for (const path of ["/auth/sign-out", "/auth/refresh"]) {
    const headers = {
      ...SENDERS["another site"],
      cookie: box.header(),
      authorization: values["the token of another user"] ?? "",
    };
    const request = new Request(`http://app.test${path}`, { method: "POST", headers });
    const response = await sessions.handle(request);
    expect([response.status, response.headers.getSetCookie()], path).toEqual([403, []]);
  }
});
