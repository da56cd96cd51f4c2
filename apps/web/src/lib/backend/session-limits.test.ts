import { expect, test } from "vitest";
import { readSessionLimits, startWarnings } from "@/lib/backend/session-limits";

const HOSTED = { url: "https://x.supabase.co" };
const KEY = "sb_secret_never_shown";

const read = (variables: Record<string, string> = {}) =>
  readSessionLimits((name) => variables[name]);

test("readSessionLimits returns the configured header or number of proxies for visitors' IP addresses, or `auto` by default", () => {
  expect(read()).toEqual({ clientAddress: "auto", forwardingKey: undefined });
  expect(read({ DOSSIER_CLIENT_ADDRESS_HEADER: "cf-connecting-ip" }).clientAddress).toEqual({
    header: "cf-connecting-ip",
  });
  expect(read({ DOSSIER_CLIENT_ADDRESS_HOPS: "2", DOSSIER_FORWARDING_KEY: KEY })).toEqual({
    clientAddress: { hops: 2 },
    forwardingKey: KEY,
  });
});

test.each([
  [{ DOSSIER_CLIENT_ADDRESS_HEADER: "a b" }, "DOSSIER_CLIENT_ADDRESS_HEADER must be"],
  [{ DOSSIER_CLIENT_ADDRESS_HOPS: "0" }, "DOSSIER_CLIENT_ADDRESS_HOPS must be"],
  [{ DOSSIER_CLIENT_ADDRESS_HOPS: "2.5" }, "DOSSIER_CLIENT_ADDRESS_HOPS must be"],
  [{ DOSSIER_CLIENT_ADDRESS_HOPS: "21" }, "DOSSIER_CLIENT_ADDRESS_HOPS must be"],
  [
    { DOSSIER_CLIENT_ADDRESS_HOPS: "1", DOSSIER_CLIENT_ADDRESS_HEADER: "x" },
    "Set DOSSIER_CLIENT_ADDRESS_HEADER or DOSSIER_CLIENT_ADDRESS_HOPS, not both.",
  ],
  [
    { DOSSIER_FORWARDING_KEY: "sb_publishable_x", DOSSIER_CLIENT_ADDRESS_HOPS: "1" },
    "DOSSIER_FORWARDING_KEY must be a secret key",
  ],
  [{ DOSSIER_FORWARDING_KEY: KEY }, "DOSSIER_FORWARDING_KEY needs DOSSIER_CLIENT_ADDRESS_HEADER"],
])(
  "readSessionLimits rejects %j with an error that does not contain the forwarding key",
  (variables, sentence) => {
    const attempt = () => read(variables as Record<string, string>);
    expect(attempt).toThrow(sentence);
    expect(attempt).not.toThrow(KEY);
  },
);

test("startWarnings returns a warning for each setting that weakens the rate limits", () => {
  const start = (variables: Record<string, string>, isDemo = false, backend = HOSTED) =>
    startWarnings({ backend, isDemo, limits: read(variables) });
  expect(start({})).toEqual([
    expect.stringContaining("DOSSIER_CLIENT_ADDRESS_HEADER"),
    expect.stringContaining("DOSSIER_FORWARDING_KEY"),
  ]);
  const hops = { DOSSIER_CLIENT_ADDRESS_HOPS: "1" };
  expect(start(hops)).toEqual([expect.stringContaining("DOSSIER_FORWARDING_KEY")]);
  expect(start({ ...hops, DOSSIER_FORWARDING_KEY: KEY })).toEqual([]);
  expect(start({}, true)).toEqual([expect.stringContaining("DOSSIER_DEMO")]);
});

test.each([undefined, "http://127.0.0.1:54321", "http://localhost:54321", "http://[::1]:54321"])(
  "startWarnings returns no warning for the local backend at %s",
  (url) => {
    expect(startWarnings({ backend: { url }, isDemo: false, limits: read() })).toEqual([]);
    expect(startWarnings({ backend: { url }, isDemo: true, limits: read() })).toEqual([]);
  },
);
