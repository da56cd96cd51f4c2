import { z } from "zod";
import type { ClaimedEmail } from "./claimed-email.ts";

/** The opt-out page is the only linked page that changes something without a sign-in. */
export interface Links {
  /** The email address is in the fragment, which browsers never send to the server. */
  portal(): string;
  request(id: string): string;
  inbox(): string;
  invitation(id: string): string;
  team(): string;
  limits(): string;
  /** Undefined if the email offers no opt-out. */
  optOut(): string | undefined;
  clients(id: string | undefined): string;
  home(): string;
  security(): string;
}

const optOut = z.object({ opt_out_token: z.string().regex(/^[0-9a-f]{32}$/) });
export function createLinks(email: ClaimedEmail, siteUrl: string): Links {
  const path = (...parts: (string | null)[]) =>
    `${siteUrl}/${parts.map((part) => encodeURIComponent(part ?? "")).join("/")}`;
  return {
    portal: () => `${path("r", email.public_id)}#email=${encodeURIComponent(email.to_email)}`,
    request: (id) => path("o", email.org_slug, "requests", id),
    inbox: () => path("o", email.org_slug),
    invitation: (id) => path("join", id),
    team: () => path("o", email.org_slug, "settings", "team"),
    limits: () => path("o", email.org_slug, "settings", "security"),
    clients: (id) => path("o", email.org_slug, "clients", ...(id === undefined ? [] : [id])),
    optOut: () => {
      const { success, data } = optOut.safeParse(email.data);
      return success ? path("unsubscribe", data.opt_out_token) : undefined;
    },
    home: () => path("o"),
    security: () => path("account", "security"),
  };
}
