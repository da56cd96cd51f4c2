import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ChangePasswordForm } from "@/features/account/components/change-password-form";
import { strings } from "@/features/account/strings";

vi.mock("@/features/account/actions", () => ({ changePassword: vi.fn() }));

// S-2.39
test("the password form does not suggest that the account already has a password, because contacts may have none", () => {
  const html = renderToStaticMarkup(<ChangePasswordForm address="ruth@example.com" />);
  const words = `${html.replace(/<[^>]*>/g, " ")} ${strings.password.lead}`;
  expect(words).toContain("New password");
  expect(words).toContain("Save password");
  expect(words).toContain("A password is optional.");
  expect(words).not.toMatch(/chang|your password/i);
});
