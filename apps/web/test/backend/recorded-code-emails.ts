export type RecordedAnswer = {
  title: string;
  status: number;
  /** Value of `x-sb-error-code`, which the service does not send if the hook returned the error. */
  header?: string;
  body: { code: string; message: string };
};

const failure = (title: string, message: string): RecordedAnswer => ({
  title,
  status: 500,
  header: "unexpected_failure",
  body: { code: "unexpected_failure", message },
});

/** Responses of supabase/auth (August 2026) when it could not send the email with a code. */
export const FAILED: readonly RecordedAnswer[] = [
  failure("SMTP answers 451: sign-in", "Error sending magic link email"),
  failure("SMTP answers 451: recovery", "Error sending recovery email"),
  failure("SMTP answers 451: sign-up", "Error sending confirmation email"),
  failure("the hook's endpoint answers 429", "Service currently unavailable due to hook"),
  failure("the hook's endpoint answers 503", "Service currently unavailable due to hook"),
  failure("the hook's endpoint answers 500", "Unexpected status code returned from hook: 500"),
  failure("the hook's endpoint answers 401", "Hook requires authorization token"),
  {
    title: "the hook returns 500",
    status: 500,
    body: { code: "unexpected_failure", message: "The email service is not available." },
  },
  {
    title: "the hook returns 503",
    status: 503,
    body: { code: "unknown", message: "The email service is not available." },
  },
  {
    title: "the hook returns 422",
    status: 422,
    body: { code: "unknown", message: "The email service refuses this address." },
  },
  {
    title: "the hook hangs",
    status: 422,
    header: "hook_timeout",
    body: {
      code: "hook_timeout",
      message: "Failed to reach hook within maximum time of 5.000000 seconds",
    },
  },
];

export const PAUSED: readonly RecordedAnswer[] = [
  {
    title: "one code a minute",
    status: 429,
    header: "over_email_send_rate_limit",
    body: {
      code: "over_email_send_rate_limit",
      message: "For security purposes, you can only request this after 59 seconds.",
    },
  },
  {
    title: "the hook returns 429",
    status: 429,
    body: { code: "unknown", message: "The next code can be sent in 59 seconds." },
  },
];

export const LIMITED: RecordedAnswer = {
  title: "the hourly limit",
  status: 429,
  header: "over_email_send_rate_limit",
  body: { code: "over_email_send_rate_limit", message: "email rate limit exceeded" },
};

export const UNKNOWN: RecordedAnswer = {
  title: "an address without an account",
  status: 422,
  header: "otp_disabled",
  body: { code: "otp_disabled", message: "Signups not allowed for otp" },
};
