import { expect, test } from "vitest";
import { strings } from "@/app/(public)/help/_components/strings";
import { strings as audit } from "@/features/audit/strings";

test("the help states the same limits of the verification as the audit page", () => {
  const help = strings.staff.topics.proof.text.join(" ");
  const { lead, limits } = audit.verify;
  expect(help).toContain(lead);
  expect(help).toContain(limits.slice(limits.indexOf("It cannot")));
});
