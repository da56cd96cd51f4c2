/** An email from one of the services. It never leaves the machine. */
export interface OutgoingEmail {
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

/** Delivers emails of the services to the mailbox. */
export interface EmailSink {
  /** Stores the email and returns its id. */
  send(mail: OutgoingEmail): Promise<string>;
}
