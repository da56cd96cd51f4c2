/** Why a mail was sent, as the auth service names it. */
export type MailKind = "signup" | "magiclink" | "recovery" | "email_change" | "reauthentication";

/** A mail that the memory backend would have sent. */
export interface MemoryMail {
  /** Which template a real service would have taken. */
  kind: MailKind;
  /** The address, as it was given. */
  to: string;
  /** Six digits, for `verifyOtp({ email, token, type })`. */
  code: string;
  /** For `verifyOtp({ token_hash, type })` and the link of a confirm page. */
  tokenHash: string;
  /** The auth service's own link; it redirects to the app. */
  link: string;
  /** What a person would read: code and link. */
  text: string;
}

/** The mails of one memory backend. */
export interface MailSink {
  /** All mails, oldest first. */
  readonly all: readonly MemoryMail[];
  /** The newest mail, to an address if one is given. */
  last(to?: string): MemoryMail | undefined;
  /** The newest mail to an address that no earlier call answered, or the next one to come. */
  waitFor(query: { to: string }): Promise<MemoryMail>;
  /** Forgets the mails so far. */
  clear(): void;
}

/** A sink with the door for mail. */
export interface OpenMailSink extends MailSink {
  send(mail: MemoryMail): void;
}

/** Creates an empty sink. */
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
