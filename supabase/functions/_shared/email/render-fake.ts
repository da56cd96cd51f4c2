import type { ClaimedEmail } from "./claimed-email.ts";
import { emailOf } from "./fakes.ts";
import { renderEmail } from "./render.ts";

export const OPTIONS = {
  siteUrl: "https://dossier.example",
  supabaseUrl: "https://project.example",
  from: "mail@dossier.example",
  now: () => Date.UTC(2026, 2, 20, 12),
};
/** The link to the request of a fake email. */
export const PORTAL = "https://dossier.example/r/p0b1ic#email=nora%40client.example";

/** Renders a fake email. */
export function render(values: Partial<ClaimedEmail> = {}) {
  const email = renderEmail(emailOf(values), OPTIONS);
  if (!email) throw new Error("not rendered");
  return email;
}

/** An item that a request still needs. */
export const item = (title: string, values: object = {}) => ({
  title,
  kind: "file",
  max_files: 1,
  required: true,
  status: "open",
  ...values,
});
