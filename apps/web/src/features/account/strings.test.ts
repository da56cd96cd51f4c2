import { expect, test } from "vitest";
import { strings } from "@/features/account/strings";

test("after the user adds the first authenticator app, the page says that all other devices were signed out", () => {
  expect(strings.security.factorAdded(true)).toMatch(/This signed out your other devices\.$/);
});

test("after the user adds another authenticator app, the page says which devices were signed out", () => {
  expect(strings.security.factorAdded(false)).toMatch(
    /Devices where you signed in without a code from an app were signed out\.$/,
  );
});
