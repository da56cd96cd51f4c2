import { expect, test } from "vitest";
import { leadOf } from "@/features/opt-out/strings";

const optOut = {
  firm: "Harbour & Lane",
  logoPath: null,
  brandColor: null,
  client: "Quist Ltd.",
  emailMasked: "n…@client.example",
};

test.each(["all", "no_reminders"] as const)(
  "with the state “%s”, the lead says which email the address gets",
  (state) => {
    expect(leadOf({ ...optOut, state })).toBe(
      "Harbour & Lane sends email to n…@client.example about Quist Ltd. To stop some or all of it, choose what applies to you.",
    );
  },
);

test.each(["firm", "left", "wrong_person"] as const)(
  "with the state “%s”, the lead does not say that the firm sends email",
  (state) => {
    expect(leadOf({ ...optOut, state })).toBe(
      "This page is about email from Harbour & Lane to n…@client.example about Quist Ltd. You can change the reason.",
    );
  },
);
