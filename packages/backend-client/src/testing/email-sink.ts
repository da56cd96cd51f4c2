/** The reason for an email, with the auth service's names. */
export type EmailKind = "signup" | "magiclink" | "recovery" | "email_change" | "reauthentication";

/** An email that the memory backend would have sent. */
export interface MemoryEmail {
  /** The template that a real service would use. */
  kind: EmailKind;
  /** The recipient's email address. */
  to: string;
  /** The code of six digits, for `verifyOtp({ email, token, type })`. */
  code: string;
  /** The token hash, for `verifyOtp({ token_hash, type })` and for a link to the confirm page. */
  tokenHash: string;
  /** The auth service's own link, which redirects to the app. */
  link: string;
  /** The text of the email, which contains the code and the link. */
  text: string;
}

/** The emails of one memory backend. */
export interface EmailSink {
  /** All emails, oldest first. */
  readonly all: readonly MemoryEmail[];
  /** Returns the newest email, or the newest email to an address. Undefined if there is none. */
  last(to?: string): MemoryEmail | undefined;
  /**
   * Waits for an email to this address and returns it. Returns at once if an email has arrived
   * since the last `waitFor`.
   */
  waitFor(query: { to: string }): Promise<MemoryEmail>;
  /** Removes all emails. */
  clear(): void;
}

export interface OpenEmailSink extends EmailSink {
  send(email: MemoryEmail): void;
}

export function createEmailSink(): OpenEmailSink {
  let emails: MemoryEmail[] = [];
  const returned = new Set<MemoryEmail>();
  const waiting = new Set<() => void>();
  const sink: OpenEmailSink = {
    get all() {
      return emails;
    },
    last: (to) => emails.findLast((email) => to === undefined || email.to === to),
    async waitFor({ to }) {
      for (;;) {
        const found = emails.filter((email) => email.to === to && !returned.has(email));
        const newest = found.at(-1);
        if (newest) {
          for (const email of found) returned.add(email);
          return newest;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    clear() {
      emails = [];
    },
    send(email) {
      emails = [...emails, email];
      for (const wake of waiting) wake();
      waiting.clear();
    },
  };
  return sink;
}
