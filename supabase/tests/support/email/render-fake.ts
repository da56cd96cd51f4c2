import type { ClaimedEmail } from "../../../functions/_shared/email/claimed-email.ts";
import { renderEmail } from "../../../functions/_shared/email/render.ts";
import { emailOf } from "./fakes.ts";

export const OPTIONS = {
  siteUrl: "https://dossier.example",
  supabaseUrl: "https://project.example",
  from: "mail@dossier.example",
  now: () => Date.UTC(2026, 2, 20, 12),
};
export const PORTAL = "https://dossier.example/r/p0b1ic#email=nora%40client.example";

export function render(values: Partial<ClaimedEmail> = {}) {
  const email = renderEmail(emailOf(values), OPTIONS);
  if (!email) throw new Error("not rendered");
  return email;
}

export const item = (title: string, values: object = {}) => ({
  title,
  kind: "file",
  max_files: 1,
  required: true,
  status: "open",
  ...values,
});
