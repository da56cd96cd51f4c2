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
  send(email: OutgoingEmail): Promise<string>;
}
