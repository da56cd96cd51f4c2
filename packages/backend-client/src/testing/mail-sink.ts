/** Why an email was sent, with the names of the auth service. */
export type MailKind = "signup" | "magiclink" | "recovery" | "email_change" | "reauthentication";

/** An email that the memory backend would have sent. */
export interface MemoryMail {
  /** The template that a real service would have used. */
  kind: MailKind;
  /** The recipient's address, unchanged. */
  to: string;
  /** Six digits, for `verifyOtp({ email, token, type })`. */
  code: string;
  /** For `verifyOtp({ token_hash, type })` and the link of a confirm page. */
  tokenHash: string;
  /** The auth service's own link, which redirects to the app. */
  link: string;
  /** The text of the email: code and link. */
  text: string;
}

/** The emails of one memory backend. */
export interface MailSink {
  /** All emails, oldest first. */
  readonly all: readonly MemoryMail[];
  /** Returns the newest email, optionally to an address. */
  last(to?: string): MemoryMail | undefined;
  /**
   * Returns the newest email to an address that no earlier call returned, or waits for the next
   * one.
   */
  waitFor(query: { to: string }): Promise<MemoryMail>;
  /** Removes all emails. */
  clear(): void;
}

export interface OpenMailSink extends MailSink {
  send(mail: MemoryMail): void;
}

export function createMailSink(): OpenMailSink {
  let mails: MemoryMail[] = [];
  const answered = new Set<MemoryMail>();
  const waiting = new Set<() => void>();
  const sink: OpenMailSink = {
    get all() {
      return mails;
    },
    last: (to) => mails.findLast((mail) => to === undefined || mail.to === to),
    async waitFor({ to }) {
      for (;;) {
        const found = mails.filter((mail) => mail.to === to && !answered.has(mail));
        const newest = found.at(-1);
        if (newest) {
          for (const mail of found) answered.add(mail);
          return newest;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    clear() {
      mails = [];
    },
    send(mail) {
      mails = [...mails, mail];
      for (const wake of waiting) wake();
      waiting.clear();
    },
  };
  return sink;
}
