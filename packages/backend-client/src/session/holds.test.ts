import { beforeEach, describe, expect, it } from "vitest";
import { forgetProject } from "../../test/support/forget-project.js";
import { HOLDS_MAX } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import { findHold, holdEndpoint, isRequestLimit, retryDelayMs } from "./holds.js";
import { projectState } from "./project-state.js";

const URL = "http://holds.test";
const NOW = 1_000_000;
const REFRESH = "/token?grant_type=refresh_token";

const limit = (retryAfterSeconds?: number) =>
  new BackendError({
    kind: "auth",
    code: "over_request_rate_limit",
    upstreamCode: "over_request_rate_limit",
    status: 429,
    message: "slow down",
    retryAfterSeconds,
  });

const hold = (path: string, { address, nowMs = NOW, seconds = 20 } = {} as Partial<Held>) =>
  holdEndpoint(URL, { path, address, nowMs, error: limit(seconds) });
const find = (path: string, { address, nowMs = NOW } = {} as Partial<Held>) =>
  findHold(projectState(URL), { path, address, nowMs, operation: "auth.otp" });

interface Held {
  address: string;
  nowMs: number;
  seconds: number;
}

beforeEach(() => forgetProject(URL));

describe("a pause that the service asked for at one endpoint", () => {
  it("lasts for the time that the service asked for, and reports the remaining seconds", () => {
    hold("/otp");
    expect(find("/otp", { nowMs: NOW + 1 })).toMatchObject({
      kind: "network",
      code: "rate_limited",
      status: 429,
      retryable: true,
      retryAfterSeconds: 20,
      operation: "auth.otp",
      message: "auth.otp was not sent: the auth service asked for a pause.",
    });
    expect(find("/otp", { nowMs: NOW + 19_999 })?.retryAfterSeconds).toBe(1);
    expect(find("/otp", { nowMs: NOW + 20_000 })).toBeNull();
  });

  it("applies to that endpoint with any parameters, and to each grant type separately", () => {
    hold("/otp?redirect_to=a");
    expect(find("/otp?redirect_to=b")).not.toBeNull();
    expect(find("/otp")).not.toBeNull();
    expect(find("/verify")).toBeNull();
    hold(REFRESH);
    expect(find(`${REFRESH}&x=1`)).not.toBeNull();
    expect(find("/token?grant_type=password")).toBeNull();
    expect(find("/token")).toBeNull();
  });

  it("applies only to the visitor address that the server sent", () => {
    hold("/otp", { address: "192.0.2.7" });
    expect(find("/otp", { address: "192.0.2.7" })).not.toBeNull();
    expect(find("/otp", { address: "192.0.2.8" })).toBeNull();
    expect(find("/otp")).toBeNull();
  });

  it("does not block sign-outs", () => {
    hold("/logout?scope=local");
    expect(projectState(URL).holds.size).toBe(0);
    projectState(URL).holds.set("/logout", NOW + 20_000);
    expect(find("/logout?scope=local")).toBeNull();
  });

  it("ends when the clock is set back so far that more than a minute of the pause would remain", () => {
    hold("/otp", { seconds: 600 });
    expect(find("/otp")?.retryAfterSeconds).toBe(60);
    expect(find("/otp", { nowMs: NOW - 1 })).toBeNull();
  });

  it("is dropped if it is the oldest in the full list when another pause is added", () => {
    for (let index = 0; index < HOLDS_MAX; index++) hold("/otp", { address: String(index) });
    hold("/otp", { address: "0" });
    expect(projectState(URL).holds.size).toBe(HOLDS_MAX);
    hold("/otp", { address: "next" });
    expect(projectState(URL).holds.size).toBe(HOLDS_MAX);
    expect(find("/otp", { address: "0" })).not.toBeNull();
    expect(find("/otp", { address: "1" })).toBeNull();
    expect(find("/otp", { address: "2" })).not.toBeNull();
  });
});

it("calls to an endpoint are paused for 15 s if the service names no duration, and never for more than a minute", () => {
  expect([undefined, 0, 7, 600].map((seconds) => retryDelayMs(limit(seconds)))).toEqual([
    15_000, 0, 7_000, 60_000,
  ]);
});

it("isRequestLimit accepts a request limit, but not an email limit or a gateway's limit", () => {
  const { kind, code, message } = limit();
  const other = (status: number, upstreamCode?: string) =>
    new BackendError({ kind: "auth", code: "unknown", message, status, upstreamCode });
  expect([kind, code, isRequestLimit(limit())]).toEqual(["auth", "over_request_rate_limit", true]);
  expect(isRequestLimit(other(429, "over_email_send_rate_limit"))).toBe(false);
  expect(isRequestLimit(other(429))).toBe(false);
  expect(isRequestLimit(other(400, "over_request_rate_limit"))).toBe(false);
});
