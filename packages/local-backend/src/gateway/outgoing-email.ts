/** An email that a service sends. The mailbox stores the email, which never leaves the machine. */
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

export interface EmailSink {
  /** Sends an email. Returns the email's id. */
  send(email: OutgoingEmail): Promise<string>;
}
