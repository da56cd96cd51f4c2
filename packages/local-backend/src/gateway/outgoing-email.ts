/** A mail that one of our services wants delivered. It never leaves the machine. */
export interface OutgoingMail {
  from: string;
  to: string[];
  subject: string;
  html?: string;
  text?: string;
  cc?: string[];
  bcc?: string[];
  replyTo?: string[];
  headers?: Record<string, string>;
}

/** The door through which services hand mail to the mailbox, without knowing it. */
export interface MailSink {
  /** Stores the mail and answers its id. */
  send(mail: OutgoingMail): Promise<string>;
}
